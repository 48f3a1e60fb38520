import { Offered } from '#main/entrance/door/offered.ts';
import { sealedFile, type SealedFile } from '#main/base/vault/sealed-file.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const PLATFORM = 'https://tickets.example';
const USER = 'frances';
const START = 1_795_000_000_000;
/** When the platform says what it offers. */
const AT = START - 3_600_000;

function production(productionId: number, productionName: string, ...performances: number[]) {
  return {
    productionId,
    productionName,
    performances: performances.map((performanceId) => ({ performanceId, performanceStart: START })),
  };
}

const CLIENTS: ScanningClient[] = [
  {
    id: 1,
    value: 'Playhouse',
    productions: [
      production(20, 'The Winter’s Tale', 300, 301),
      production(21, 'Tosca', 310),
      production(22, 'Tosca', 320),
      { productionId: 23, productionName: 'Hamlet ', performances: null },
    ],
  },
  { id: 2, value: 'Museum', productions: [production(40, 'Night tour', 400)] },
  { id: 3, value: 'Pier', productions: null },
];

/** An installation that can be started again and again. */
function install() {
  const path = join(temporaryFolder(), 'offered.sealed');
  const file = sealedFile(path, randomBytes(32));
  const logger = new RecordingLogger();
  return { path, file, logger, start: () => new Offered(file, logger, () => AT) };
}

/** What was offered, by a kiosk that has asked. */
function offered(): Offered {
  const { start } = install();
  const started = start();
  started.keep(PLATFORM, CLIENTS, USER);
  return started;
}

describe('what the platform last offered', () => {
  test('is nothing, for a kiosk that never asked', () => {
    const { start } = install();
    expect(start().clients(PLATFORM)).toEqual([]);
    expect(start().productionOf(PLATFORM, 300)).toBeNull();
  });

  test('is known after a start without the network', () => {
    const { start } = install();
    start().keep(PLATFORM, CLIENTS, USER);
    const later = start();
    expect(later.clients(PLATFORM)).toEqual(CLIENTS);
    expect(later.productionOf(PLATFORM, 300)).toBe(20);
  });

  test('is nothing of another platform, whose numbers mean something else', () => {
    const known = offered();
    expect(known.clients('https://other.example')).toEqual([]);
    expect(known.productionOf('https://other.example', 300)).toBeNull();
  });

  test('takes the place of what it offered before', () => {
    const known = offered();
    known.keep('https://other.example', [{ id: 9, value: 'Arena', productions: null }], USER);
    expect(known.clients(PLATFORM)).toEqual([]);
    expect(known.clients('https://other.example')).toHaveLength(1);
    expect(known.productionOf('https://other.example', 300)).toBeNull();
  });

  test('is for the user to whom it was offered, also after a start without the network', () => {
    const { start } = install();
    start().keep(PLATFORM, CLIENTS, USER);
    expect(start().lastOf(PLATFORM, USER)).toEqual({ clients: CLIENTS, at: AT });
    expect(start().lastOf(PLATFORM, 'somebody else')).toBeNull();
    expect(start().lastOf('https://other.example', USER)).toBeNull();
  });

  test('cannot be read by whoever copies the disk', () => {
    const { path, start } = install();
    start().keep(PLATFORM, CLIENTS, USER);
    expect(readFileSync(path).includes('Winter')).toBe(false);
  });

  test.each([
    ['damaged', 'garbage'],
    ['empty', ''],
  ])('is asked for again when its file is %s', (_how, content) => {
    const { path, start } = install();
    start().keep(PLATFORM, CLIENTS, USER);
    writeFileSync(path, content);
    expect(start().clients(PLATFORM)).toEqual([]);
  });

  test('is asked for again when its file has another form', () => {
    const { file, start } = install();
    file.save({ platform: PLATFORM, clients: 'none' });
    expect(start().clients(PLATFORM)).toEqual([]);
  });

  test('is in force until the kiosk ends when the disk does not take it', () => {
    const logger = new RecordingLogger();
    const full: SealedFile = {
      load: () => null,
      isThere: () => false,
      save: () => {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      },
      clear: () => undefined,
    };
    const known = new Offered(full, logger, () => AT);
    known.keep(PLATFORM, CLIENTS, USER);
    expect(known.clients(PLATFORM)).toEqual(CLIENTS);
    expect(logger.lines.join()).toContain('could not be written');
  });
});

test.each([
  ['it is offered', 301, 20],
  ['it is offered, and so it does not matter who shares its name', 320, 22],
  ['it is over, and so nobody says', 999, null],
])('the production that a performance belongs to: %s', (_what, performanceId, expected) => {
  expect(offered().productionOf(PLATFORM, performanceId)).toBe(expected);
});
