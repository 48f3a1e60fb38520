import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FaultyInputs } from '#main/entrance/outputs/faulty-inputs.ts';
import { Outputs } from '#main/entrance/outputs/outputs.ts';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import type { HoldOrder } from '#shared/model/hold.ts';
import type { OutputSetting } from '#shared/model/output.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import { err } from '#shared/result.ts';
import { join } from 'node:path';
import { EVENING, valueOf } from '#tests/main/ledger/support.ts';
import {
  ADMITTED,
  NO_NETWORK,
  openDoor,
  refused,
  snapshotTicket,
  snapshotWith,
} from '#tests/main/entrance/admission/support.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { Turnstile } from './coil.ts';

const GATE: OutputSetting = {
  ...{ name: 'Gate', purpose: 'gate', follows: ['admit', 'exit'], pulse: 500 },
  way: {
    ...{ type: 'modbus', host: '10.0.0.9', port: 502, unit: 1, coil: 0 },
    ...{ input: 0, passWithin: 3_000 },
  },
};
const TICKETS = ['A1', 'B2', 'C3'];
const HOLD: HoldOrder = {
  ...{ count: 1, kioskId: 'another', door: 'Foyer left', isHeld: true, at: EVENING },
};

/** A door with a ledger on the disk and a gate that tells whether somebody went through. */
async function openGate(folder = temporaryFolder(), settings: readonly OutputSetting[] = [GATE]) {
  const clock = new FakeClock();
  const gates = settings.map(() => new Turnstile(clock));
  const logger = new RecordingLogger();
  const outputs = new Outputs({
    ...{ clock, logger, isReal: true, door: () => 'North', onChange: () => undefined },
    ...{ hid: null, broker: () => null, authorizationOf: () => null },
    fetch: () => Promise.reject(new Error('nobody is there')),
    settings: () => settings,
    openDevice: ({ name }) => {
      const gate = gates[settings.findIndex((one) => one.name === name)];
      if (gate === undefined) throw new Error('there is no such gate');
      return gate;
    },
    faultyInputs: new FaultyInputs(
      sealedFile(join(folder, 'faulty-inputs.sealed'), Buffer.alloc(32, 1)),
    ),
    onClosed: () => Promise.resolve(),
  });
  const verdicts: Verdict[] = [];
  const line = { isUp: true };
  const now = { isHeld: false, isWayOut: false };
  /** The tickets that the platform has let in. */
  const spent = new Set<string>();
  const door = openDoor({
    clock,
    snapshot: (code) =>
      snapshotWith(snapshotTicket({ ticketId: 500 + TICKETS.indexOf(code), barcode: code })),
    ports: {
      platform: {
        obstacle: () => (line.isUp ? null : NO_NETWORK),
        ask(_scope, code) {
          const isUsed = spent.has(code);
          spent.add(code);
          return Promise.resolve(isUsed ? refused(12) : ADMITTED);
        },
        noteOverdue: () => undefined,
      },
      hold: () => (now.isHeld ? HOLD : null),
      mayOpenAgain: (entryId, readAt) => outputs.mayOpenAgain(entryId, readAt),
    },
  });
  door.admission.verdicts.subscribe(({ verdict }) => {
    verdicts.push(verdict);
    outputs.follow(verdict);
  });
  outputs.start();
  await clock.advance(0);
  const [gate = new Turnstile(clock)] = gates;
  const openedFor = (whom: 'admit' | 'exit') =>
    gate.told.filter(([, what]) => what === `on for ${whom}`).length;
  const opened = () => openedFor('admit');
  const scan = async (code: string): Promise<Verdict | undefined> => {
    const before = verdicts.length;
    // As the entrance does: a way out is opened by the code, whatever becomes of it.
    if (now.isWayOut) outputs.letOut();
    await door.scan(code, undefined, now.isWayOut ? 'let-out' : 'admit');
    return verdicts[before];
  };
  const stop = async () => {
    const stopped = outputs.stop();
    await clock.advance(5_000);
    await stopped;
    await door.keeper.close();
  };
  return { ...door, clock, gate, gates, outputs, logger, opened, openedFor, scan, line, now, stop };
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('scan' as const), code: fc.constantFrom(...TICKETS) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      ms: fc.constantFrom(700, 3_500, 10_000, 58_000),
    }),
  },
  fc.record({
    type: fc.constantFrom(
      ...(['goes through', 'input fails', 'gate fails', 'mended', 'test', 'offline'] as const),
      ...(['online', 'taken back'] as const),
    ),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom(...(['held', 'goes on', 'way out', 'way in'] as const)),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const scanned: Step = { type: 'scan', code: 'A1' };
const waited: Step = { type: 'wait', ms: 10_000 };
/** Nobody goes through, and the guest's ticket is read once more. */
const OPENED_AGAIN: Step[] = [scanned, waited, scanned];
const OUT_WHILE_HELD: Step[] = [scanned, { type: 'held' }, scanned, { type: 'way out' }, scanned];

test('whatever happens at a door with a gate: no release without an entry in the ledger, a second one only where nobody went through, none while the doors are held, and at a way out always one', async () => {
  const met = { openedAgain: 0, held: 0, outWhileHeld: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const door = await openGate();
      const { clock, gate, outputs, opened, scan, line, now, ledger, entries, stop } = door;
      const inside = new Set<string>();
      const again = new Set<string>();
      const takenBack = new Set<string>();
      const times: number[] = [];
      /** For which admission the gate was opened last, and when; null: for nobody, or by somebody's hand. */
      let last: { entryId: string; at: number } | null = null;
      for (const each of steps) {
        switch (each.type) {
          case 'scan': {
            const before = opened();
            const exits = door.openedFor('exit');
            const verdict = await scan(each.code);
            await clock.advance(600);
            const isOpened = opened() > before;
            if (verdict === undefined) throw new Error('each scan has its verdict');
            const { entryId, opensAgain } = verdict;
            if (now.isWayOut) {
              expect(verdict.kind).toBe('exit');
              expect(door.openedFor('exit')).toBe(exits + 1);
              if (now.isHeld) met.outWhileHeld += 1;
              expect(isOpened).toBe(false);
              last = null;
              break;
            }
            if (now.isHeld) {
              met.held += 1;
              expect(isOpened).toBe(false);
              expect(opensAgain).toBeUndefined();
              // A verdict that is repeated is an earlier one.
              if (verdict.basis !== 'repeat') expect(verdict.kind).toBe('held');
            }
            const entry = entries().find(({ id }) => id === entryId);
            if (opensAgain === true) {
              met.openedAgain += 1;
              expect(entry).toMatchObject({ kind: 'admit' });
              expect([...inside, ...again, ...takenBack]).not.toContain(entryId);
              expect(last?.entryId).toBe(entryId);
              expect(clock.passed - 600 - (last?.at ?? 0)).toBeLessThanOrEqual(60_000);
              again.add(entryId);
            }
            if (isOpened) expect(entry).toMatchObject({ kind: 'admit' });
            if (verdict.kind === 'admit' && (verdict.basis !== 'repeat' || opensAgain === true))
              last = { entryId, at: clock.passed - 600 };
            break;
          }
          case 'wait':
            await clock.advance(each.ms);
            break;
          case 'goes through':
            times.push(clock.passed);
            gate.goesThroughAt(...times);
            if (last !== null) inside.add(last.entryId);
            await clock.advance(700);
            break;
          case 'input fails':
            gate.trouble = err('unreachable');
            break;
          case 'gate fails':
            gate.answer = err('unreachable');
            break;
          case 'mended':
            gate.trouble = null;
            gate.answer = { ok: true, value: null };
            break;
          case 'test': {
            const tested = outputs.test('Gate');
            await clock.advance(600);
            await tested;
            last = null;
            break;
          }
          case 'held':
          case 'goes on':
            now.isHeld = each.type === 'held';
            break;
          case 'way out':
          case 'way in':
            now.isWayOut = each.type === 'way out';
            door.admission.forgetRecent();
            break;
          case 'offline':
          case 'online':
            line.isUp = each.type === 'online';
            break;
          case 'taken back': {
            if (last === null) break;
            const { entryId: id } = last;
            if (valueOf(ledger().takeBack({ id, why: 'x', at: clock.now() })).ok) takenBack.add(id);
          }
        }
      }
      const admitted = entries().filter(({ kind }) => kind === 'admit').length;
      expect(opened()).toBeLessThanOrEqual(admitted + again.size);
      await stop();
    }),
    // What has to be met is met whatever chance does.
    { numRuns: 40, examples: [[OPENED_AGAIN], [OUT_WHILE_HELD]] },
  );
  for (const times of Object.values(met)) expect(times, 'it does happen').toBeGreaterThan(0);
});

test('of two gates that open for a guest both must tell that nobody went through', async () => {
  const { clock, gates, scan, opened } = await openGate(undefined, [
    GATE,
    { ...GATE, name: 'Second gate' },
  ]);
  await scan('A1');
  gates[1]?.goesThroughAt(clock.passed + 1_000);
  await clock.advance(10_000);
  expect((await scan('A1'))?.opensAgain).toBeUndefined();
  await scan('B2');
  await clock.advance(10_000);
  expect(await scan('B2')).toMatchObject({ opensAgain: true });
  await clock.advance(0);
  expect(opened()).toBe(3);
});

test('beside a gate that does not tell, one that does opens for nobody again', async () => {
  const { clock, gates, scan } = await openGate(undefined, [GATE, { ...GATE, name: 'Blind gate' }]);
  if (gates[1]) gates[1].trouble = err('refused');
  await scan('A1');
  await clock.advance(10_000);
  expect((await scan('A1'))?.opensAgain).toBeUndefined();
});

test('a faulty input is said and kept over a restart, until somebody has looked', async () => {
  const folder = temporaryFolder();
  const first = await openGate(folder);
  for (let release = 0; release < 10; release += 1) {
    first.outputs.follow({ kind: 'admit', basis: 'cache', entryId: `${release}` });
    await first.clock.advance(5_000);
  }
  expect(first.outputs.state()).toMatchObject([{ releases: { isFaulty: true } }]);
  expect(first.logger.lines.join()).toContain('nobody was seen to go through a gate');
  await first.stop();

  const second = await openGate(folder);
  expect(second.outputs.state()).toMatchObject([{ releases: { count: 0, isFaulty: true } }]);
  await second.scan('A1');
  await second.clock.advance(10_000);
  expect((await second.scan('A1'))?.opensAgain).toBeUndefined();
  expect(second.outputs.noteLookedAt('No gate')).toMatchObject({ ok: false });
  expect(second.outputs.noteLookedAt('Gate')).toMatchObject({ ok: true });
  expect(second.outputs.state()).toMatchObject([{ releases: { isFaulty: false } }]);
  await second.scan('B2');
  await second.clock.advance(10_000);
  expect(await second.scan('B2')).toMatchObject({ opensAgain: true });
  await second.stop();

  const third = await openGate(folder);
  expect(third.outputs.state()).toMatchObject([{ releases: { isFaulty: false } }]);
});
