import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { freePort } from '#tests/support/free-port.ts';

/** The system’s own, which has Debian’s packages. */
const PYTHON = '/usr/bin/python3';
const mustRun = process.env['CI'] === 'true';
/** Whether tests must do without a Modbus server. */
export const lacksModbus =
  !mustRun && spawnSync(PYTHON, ['-c', 'import pymodbus.server'], { stdio: 'ignore' }).status !== 0;
/** Whether they must do without a listener at a broker. */
export const lacksMosquittoSub =
  !mustRun && spawnSync('mosquitto_sub', ['--help'], { stdio: 'ignore' }).error !== undefined;

/** What a program prints, line by line, until the test ends. */
export function linesOf(program: string, args: readonly string[]): string[] {
  return runProgram(program, args).lines;
}

/** Runs a program until the test ends; `write` writes a line to its standard input. */
function runProgram(program: string, args: readonly string[]) {
  const lines: string[] = [];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { lines, write: (line: string) => void child.stdin.write(`${line}\n`) };
}

/**
 * Starts a Modbus server; `coils` are those that were written, as `coil 3 1`, `readings` those of its discrete inputs,
 * as `input 5 0`, and `input` switches one of these.
 */
export async function startModbus() {
  const port = await freePort();
  const server = join(import.meta.dirname, 'modbus-server.py');
  const { lines, write } = runProgram(PYTHON, [server, String(port)]);
  const told = (what: string) => () => lines.filter((line) => line.startsWith(what));
  const input = (address: number, isOn: boolean) => write(`input ${address} ${Number(isOn)}`);
  await eventually(async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect').finally(() => socket.destroy());
  });
  return { port, coils: told('coil'), readings: told('input'), input };
}

/** One request as a device got it. */
export interface HeardRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

/** A device on the network; `answer` may be changed, null: it takes requests and says nothing. */
export async function startHttpDevice() {
  const heard: HeardRequest[] = [];
  const device = {
    heard,
    url: '',
    answer: { status: 200, headers: {} } as { status: number; headers: object } | null,
    onHeard: (): void => undefined,
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { authorization, 'content-type': type } = request.headers;
      heard.push({ method: request.method, url: request.url, authorization, type, body });
      device.onHeard();
      if (device.answer === null) return;
      response
        .writeHead(device.answer.status, { ...device.answer.headers })
        .end('{"was_on":false}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  device.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return device;
}
