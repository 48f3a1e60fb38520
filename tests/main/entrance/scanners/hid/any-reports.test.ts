import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CodeAssembler, PART_TIMEOUT } from '#main/entrance/scanners/hid/code-assembler.ts';
import type { ReportLayout } from '#main/entrance/scanners/hid/report.ts';
import { reportsOf } from './reports.ts';

const layouts = fc.constantFrom<ReportLayout>('one-byte-count', 'two-byte-count');
const letters = Array.from('AZaz09-_; \u001dé€');
const codes = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 400, size: 'max' })
  .map((all) => `${all.join('')}.`);

/** What can happen to the reports of a code on their way. */
const accidents = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ type: 'none' } as const) },
  fc.record({ type: fc.constant('cut' as const), part: fc.nat(8), to: fc.nat(63) }),
  fc.record({
    type: fc.constant('header' as const),
    part: fc.nat(8),
    at: fc.integer({ min: 1, max: 2 }),
    byte: fc.integer({ min: 94, max: 255 }),
  }),
  fc.record({ type: fc.constant('end-lost' as const), part: fc.nat(8) }),
  fc.record({ type: fc.constant('status' as const), part: fc.nat(8) }),
);

type Accident = typeof accidents extends fc.Arbitrary<infer A> ? A : never;

function befallen(reports: readonly Uint8Array[], accident: Accident): Uint8Array[] {
  if (accident.type === 'none') return [...reports];
  const index = accident.part % reports.length;
  if (accident.type === 'end-lost') return reports.slice(0, index);
  return reports.flatMap((report, at) => {
    if (at !== index) return [report];
    if (accident.type === 'status') return [Uint8Array.of(0xf0, 2, 3), report];
    if (accident.type === 'cut') return [report.slice(0, accident.to)];
    return [
      Uint8Array.from(report, (byte, place) => (place === accident.at ? accident.byte : byte)),
    ];
  });
}

test('whatever happens to reports, only codes that were sent come out, in order, and whole ones all', () => {
  const scans = fc.array(fc.tuple(codes, accidents), { maxLength: 12 });
  fc.assert(
    fc.property(layouts, fc.boolean(), scans, (layout, described, all) => {
      const assembler = new CodeAssembler(described ? layout : null);
      let now = 0;
      const read: string[] = [];
      for (const [code, accident] of all) {
        now += PART_TIMEOUT;
        for (const report of befallen(reportsOf(layout, code), accident)) {
          for (const one of assembler.take(report, now++)) {
            if (one.type === 'code') read.push(one.code);
          }
        }
      }
      const whole = all.filter(([, { type }]) => type === 'none' || type === 'status');
      expect(read).toEqual(whole.map(([code]) => code));
    }),
    { numRuns: 300 },
  );
});

test('bytes of any kind never make it stop', () => {
  const reports = fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 30 });
  fc.assert(
    fc.property(reports, fc.constantFrom(null, 'two-byte-count' as const), (all, layout) => {
      const assembler = new CodeAssembler(layout);
      all.forEach((bytes, at) => {
        const report = Uint8Array.from(bytes);
        if (report.length > 0 && at % 2 === 0) report[0] = 2;
        assembler.take(report, at * 100);
      });
      assembler.breakOff();
    }),
  );
});
