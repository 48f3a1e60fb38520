import { Offered } from '#main/door/offered.ts';
import { sealedFile, type SealedFile } from '#main/vault/sealed-file.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const PLATFORM = 'https://tickets.example';
const START = 1_795_000_000_000;

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
  return { path, file, logger, start: () => new Offered(file, logger) };
}

/** What was offered, by a kiosk that has asked. */
function offered(): Offered {
  const { start } = install();
  const started = start();
  started.keep(PLATFORM, CLIENTS);
  return started;
}

describe('what the platform last offered', () => {
  test('is nothing, for a kiosk that never asked', () => {
    const { start } = install();
    expect(start().clients(PLATFORM)).toEqual([]);
    expect(
      start().productionOf(PLATFORM, 1, { performanceId: 300, productionName: 'Tosca' }),
    ).toBeNull();
  });

  test('is known after a start without the network', () => {
    const { start } = install();
    start().keep(PLATFORM, CLIENTS);
    const later = start();
    expect(later.clients(PLATFORM)).toEqual(CLIENTS);
    expect(later.productionOf(PLATFORM, 1, { performanceId: 300, productionName: '?' })).toBe(20);
  });

  test('is nothing of another platform, whose numbers mean something else', () => {
    const known = offered();
    const ticket = { performanceId: 300, productionName: 'The Winter’s Tale' };
    expect(known.clients('https://other.example')).toEqual([]);
    expect(known.productionOf('https://other.example', 1, ticket)).toBeNull();
  });

  test('takes the place of what it offered before', () => {
    const known = offered();
    known.keep('https://other.example', [{ id: 9, value: 'Arena', productions: null }]);
    expect(known.clients(PLATFORM)).toEqual([]);
    expect(known.clients('https://other.example')).toHaveLength(1);
    const ticket = { performanceId: 300, productionName: 'The Winter’s Tale' };
    expect(known.productionOf('https://other.example', 9, ticket)).toBeNull();
  });

  test('cannot be read by whoever copies the disk', () => {
    const { path, start } = install();
    start().keep(PLATFORM, CLIENTS);
    expect(readFileSync(path).includes('Winter')).toBe(false);
  });

  test.each([
    ['damaged', 'garbage'],
    ['empty', ''],
  ])('is asked for again when its file is %s', (_how, content) => {
    const { path, start } = install();
    start().keep(PLATFORM, CLIENTS);
    writeFileSync(path, content);
    expect(start().clients(PLATFORM)).toEqual([]);
  });

  test('is asked for again when an older version of the kiosk has written something else', () => {
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
    const known = new Offered(full, logger);
    known.keep(PLATFORM, CLIENTS);
    expect(known.clients(PLATFORM)).toEqual(CLIENTS);
    expect(logger.lines.join()).toContain('could not be written');
  });
});

describe('the production that a ticket is for', () => {
  test.each([
    ['its performance is offered', 1, 301, 'a name that nobody uses', 20],
    [
      'its performance is offered, and so it does not matter who shares its name',
      1,
      320,
      'Tosca',
      22,
    ],
    ['its performance is over, its name is that of one production', 1, 999, 'Hamlet', 23],
    ['as above, and somebody typed a space', 1, 999, ' The Winter’s Tale ', 20],
    ['its performance is over, two productions have its name', 1, 999, 'Tosca', null],
    ['nothing offered has its name', 1, 999, 'Night tour', null],
    ['nobody offers anything of its client', 3, 999, 'Tosca', null],
    ['its client is unknown', 4, 999, 'Tosca', null],
  ])('%s', (_what, clientId, performanceId, productionName, expected) => {
    expect(offered().productionOf(PLATFORM, clientId, { performanceId, productionName })).toBe(
      expected,
    );
  });
});
