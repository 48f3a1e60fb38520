import { z } from 'zod';

/**
 * How a serial scanner marks the end of a code: carriage return, line feed, both, or by a pause
 * (`pauseMs` without a byte).
 */
export const serialEndSchema = z.enum(['cr', 'lf', 'crlf', 'pause']);
export type SerialEnd = z.infer<typeof serialEndSchema>;

/** One serial scanner, as it is set up. */
export const serialSettingSchema = z.object({
  /** `/dev/serial/by-id/…`, which stays the same from one start to the next, or `/dev/ttyS0`, `COM3`. */
  path: z.string().min(1).max(1000),
  /** Bits per second; 8 data bits, no parity, one stop bit. */
  baudRate: z.int().min(300).max(4_000_000).default(9600),
  end: serialEndSchema.default('cr'),
  /** In milliseconds; used with `end: 'pause'` alone. USB adapters hold bytes back for up to 16 ms. */
  pauseMs: z.int().min(20).max(1000).default(50),
});
export type SerialSetting = z.infer<typeof serialSettingSchema>;
