import { describe, expect, test } from 'vitest';
import { readPolicies } from '#main/settings/policies.ts';
import type { RegistryValue } from '#main/settings/registry-export.ts';

const read = (values: Readonly<Record<string, RegistryValue>>) =>
  readPolicies(new Map(Object.entries(values)));

describe('what administrators set', () => {
  test('is what a settings file would say, in the forms that the registry has', () => {
    const values = {
      server: 'tickets.example',
      kioskName: 'Foyer',
      languages: ['de', 'fr'],
      autostart: 1,
      verdictTime: 9_000,
      onlineBudget: '1200',
      volume: '0.5',
      copyEvery: 'auto',
      idleBoardAfter: 'null',
      serialScanners: '[]',
    };
    expect(read(values)).toEqual({
      ok: true,
      value: {
        managed: {
          server: 'https://tickets.example',
          kioskName: 'Foyer',
          languages: ['de', 'fr'],
          autostart: true,
          verdictTime: 9_000,
          onlineBudget: 1_200,
          volume: 0.5,
          copyEvery: 'auto',
          idleBoardAfter: null,
          serialScanners: [],
        },
        unknown: [],
      },
    });
  });

  test('is found whatever the case of its name, and what this version does not have is told', () => {
    expect(read({ KIOSKNAME: 'Foyer', fromTheFuture: 1 })).toEqual({
      ok: true,
      value: { managed: { kioskName: 'Foyer' }, unknown: ['fromTheFuture'] },
    });
  });

  test.each([
    [{ autostart: 2 }, 'autostart: wants 1 or 0'],
    [{ autostart: 'yes' }, 'autostart: wants 1 or 0'],
    [{ verdictTime: 1 }, /^verdictTime: .*2000/],
    [{ verdictTime: 'long' }, 'verdictTime: wants a number'],
    [{ verdictTime: '' }, 'verdictTime: wants a number'],
    [{ verdictTime: 'null' }, 'verdictTime: wants a number'],
    [{ languages: ['de', 'tlh'] }, /^languages\.1: /],
    [{ volume: null }, 'volume: a registry value of this type sets nothing'],
    [{ wedge: 'us' }, 'wedge: wants JSON'],
    [{ wedge: 1 }, 'wedge: wants JSON'],
    [{ server: 'http://tickets.example' }, /^server: plain http/],
    [{ theme: 7 }, /^theme: /],
  ] as const)('that makes no sense is refused with its name and the reason: %o', (values, why) => {
    const policies = read(values);
    expect(policies.ok ? '' : policies.error).toMatch(why);
  });
});
