import type { OutputTrouble } from '#shared/model/output.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** A question of one function and its two numbers, as Modbus TCP has it: 12 bytes. */
export interface ModbusRequest {
  /** Comes back with the answer. */
  readonly transaction: number;
  readonly unit: number;
  readonly function: typeof READ_COILS | typeof READ_INPUTS | typeof WRITE_COIL;
  readonly address: number;
  /** How many to read, or what to write. */
  readonly value: number;
}

/** Modbus’ numbers for its functions. */
export const READ_COILS = 1;
export const READ_INPUTS = 2;
export const WRITE_COIL = 5;
/** What is written to a coil. */
export const COIL_ON = 0xff00;
export const COIL_OFF = 0;

/** The bytes before an answer’s own, and those that tell how many follow. */
const HEAD = 6;
/** An exception answers with its function’s number and this bit. */
const EXCEPTION = 0x80;
/** The longest frame that there is. */
export const LONGEST_FRAME = 260;

export function requestFrame(request: ModbusRequest): Buffer {
  const frame = Buffer.alloc(12);
  frame.writeUInt16BE(request.transaction, 0);
  frame.writeUInt16BE(HEAD, 4);
  frame.writeUInt8(request.unit, 6);
  frame.writeUInt8(request.function, 7);
  frame.writeUInt16BE(request.address, 8);
  frame.writeUInt16BE(request.value, 10);
  return frame;
}

/** Whether the bit is on that was read or written. */
export type ModbusAnswer = Result<boolean, OutputTrouble>;

/**
 * What the bytes that have come so far answer; null: not all have come yet. Whatever is not the answer to exactly
 * this question is odd: another unit, another coil, another transaction.
 */
export function answerIn(bytes: Buffer, request: ModbusRequest): ModbusAnswer | null {
  if (bytes.length < HEAD) return null;
  const size = HEAD + bytes.readUInt16BE(4);
  if (size > LONGEST_FRAME || size < HEAD + 3) return err('odd-answer');
  if (bytes.length < size) return null;
  const isOurs =
    bytes.length === size &&
    bytes.readUInt16BE(0) === request.transaction &&
    bytes.readUInt16BE(2) === 0 &&
    bytes.readUInt8(6) === request.unit;
  if (!isOurs) return err('odd-answer');
  const answered = bytes.readUInt8(7);
  if (answered === (request.function | EXCEPTION)) return err('refused');
  if (answered !== request.function) return err('odd-answer');
  if (request.function === WRITE_COIL) {
    const isEcho = size === 12 && bytes.subarray(8).equals(requestFrame(request).subarray(8));
    return isEcho ? ok(request.value === COIL_ON) : err('odd-answer');
  }
  const isBits = size === 10 && bytes.readUInt8(8) === 1;
  // One bit was asked for: the others of its byte mean nothing.
  return isBits ? ok((bytes.readUInt8(9) & 1) === 1) : err('odd-answer');
}
