"""A Modbus TCP server of somebody else's: python3-pymodbus. Prints each coil that is written."""
import sys

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


unit = ModbusSlaveContext(co=Coils(0, [False] * 16), zero_mode=True)
context = ModbusServerContext(slaves={1: unit}, single=False)
StartTcpServer(context=context, address=("127.0.0.1", int(sys.argv[1])))
