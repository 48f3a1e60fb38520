import type { Arrival } from '#shared/model/scanner.ts';
import type { Stroke } from '#shared/wedge/key-event.ts';

/** So many bytes stand in a row. */
const ROW = 8;

/** Bytes of a device, for people: as hexadecimal numbers, and as the characters of ASCII. */
export interface ByteRow {
  readonly hex: string;
  readonly ascii: string;
}

/** Rows of bytes that come as two hexadecimal digits each. */
export function byteRows(hex: string): readonly ByteRow[] {
  const bytes = hex.toUpperCase().match(/../g) ?? [];
  const rows: ByteRow[] = [];
  for (let at = 0; at < bytes.length; at += ROW) {
    const row = bytes.slice(at, at + ROW);
    rows.push({ hex: row.join(' '), ascii: row.map(characterOf).join('') });
  }
  return rows;
}

function characterOf(byte: string): string {
  const code = Number.parseInt(byte, 16);
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·';
}

/** A key as it went down, and with what: `Shift+KeyA`; an injected one by what it writes. */
export function strokeText({
  code,
  shift,
  altGraph,
  ctrl,
  alt,
  capsLock,
  injected,
}: Stroke): string {
  const held = [
    capsLock && 'Caps',
    ctrl && 'Ctrl',
    alt && 'Alt',
    altGraph && 'AltGr',
    shift && 'Shift',
  ];
  return [...held.filter((name) => name !== false), injected ?? code].join('+');
}

/** The bytes of one device, newest first. */
export interface DeviceBytes {
  readonly device: string;
  readonly reports: readonly (Arrival & { readonly type: 'bytes' })[];
}

/** Bytes by device, in the order in which devices spoke last. */
export function bytesByDevice(arrivals: readonly Arrival[]): readonly DeviceBytes[] {
  const reports = arrivals.filter((one) => one.type === 'bytes').toReversed();
  const devices = [...new Set(reports.map(({ device }) => device))];
  return devices.map((device) => ({
    device,
    reports: reports.filter((one) => one.device === device),
  }));
}
