"""
A Modbus TCP server of somebody else's: python3-pymodbus. Prints each coil that is written, and each discrete input that
is read; a line `input 4 1` on its standard input switches one.
"""
import sys
from threading import Thread

from pymodbus.datastore import (
    ModbusSequentialDataBlock,
    ModbusServerContext,
    ModbusSlaveContext,
)
from pymodbus.server import StartTcpServer


class Coils(ModbusSequentialDataBlock):
    def setValues(self, address, values):
        super().setValues(address, values)
        print("coil", address, int(values[0]), flush=True)


class Inputs(ModbusSequentialDataBlock):
    def getValues(self, address, count=1):
        values = super().getValues(address, count)
        print("input", address, int(values[0]), flush=True)
        return values


inputs = Inputs(0, [False] * 16)


def switch():
    for line in sys.stdin:
        _, address, value = line.split()
        inputs.setValues(int(address), [value == "1"])


Thread(target=switch, daemon=True).start()
unit = ModbusSlaveContext(co=Coils(0, [False] * 16), di=inputs, zero_mode=True)
context = ModbusServerContext(slaves={1: unit}, single=False)
StartTcpServer(context=context, address=("127.0.0.1", int(sys.argv[1])))
