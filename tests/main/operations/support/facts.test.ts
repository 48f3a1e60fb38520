import { settingsFacts } from '#main/operations/support/settings-facts.ts';
import { readinessFacts } from '#main/operations/support/readiness-facts.ts';
import { withoutHome } from '#main/operations/support/without-home.ts';
import { settingsSchema } from '#main/settings/settings.ts';
import { newKioskState, scanners, snapshot, uploads } from '#tests/support/kiosk-state.ts';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';

/** What a settings file says when it says this. */
function factsOf(change: object) {
  const settings = settingsSchema.parse({ kioskId: randomUUID(), kioskName: 'North', ...change });
  return settingsFacts({
    ...{ managed: ['server'], managedBy: '/etc/usher/settings.json' },
    read: () => settings,
  });
}

describe('settings', () => {
  test('are told with who sets them; a logo only by whether there is one', () => {
    const logo = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n').toString('base64')}`;
    expect(factsOf({ volume: 0.5 })).toMatchObject({
      settings: { kioskName: 'North', volume: 0.5, metricsPort: null },
      hasVenueLogo: false,
      managed: ['server'],
      managedBy: '/etc/usher/settings.json',
    });
    expect(JSON.stringify(factsOf({}))).not.toContain(logo.slice(0, 20));
  });

  test('an address says where, and nothing of who or with what key', () => {
    const { settings } = factsOf({ venueName: 'https://anna:pa55@feed.example/a?key=1#x' });
    expect(settings).toMatchObject({ venueName: 'https://feed.example/a' });
    expect(factsOf({ venueName: 'http://[' })['settings']).toMatchObject({
      venueName: '(an address that cannot be read)',
    });
  });
});

describe('how the kiosk is', () => {
  const error = {
    ...{ code: 4711, key: 'error.4006381333931', name: 'Anna Meier', forceLogout: true },
    messageHtml: '<b>4006381333931</b>',
  };

  test('of the other doors how many there are, and no name of one', () => {
    const order = { count: 1, kioskId: 'a', door: 'Anna’s door', isHeld: true, at: 5 };
    const hold = { order, isEndedHere: true, isOvertaken: false };
    const joined = {
      status: 'joined',
      doors: 3,
      trouble: null,
      refused: 7,
      overQuota: 0,
      oddTimes: 0,
    } as const;
    const calls = [{ kioskId: 'a', door: 'Anna’s door', askedAt: 5 }];
    const doubted = [
      {
        ...({ group: 1, isDisregarded: true, why: 'many' } as const),
        ...{ doors: 1, name: 'Anna’s door', count: 7, since: 5, byName: 'Anna’s other door' },
      },
    ];
    const venue = { ...joined, hold, calls, doubted, inside: null };
    const facts = readinessFacts(newKioskState({ venue }));
    expect(facts).toMatchObject({
      venue: {
        ...{ status: 'joined', doors: 3, trouble: null, refused: 7, overQuota: 0, oddTimes: 0 },
        hold: { at: 5, isHeld: false },
      },
    });
    expect(JSON.stringify(facts)).not.toContain('Anna');
  });

  test('of the platform’s errors only the code is told', () => {
    const user = { username: 'anna@example.com', daysTillPasswordExpires: 3 };
    const facts = readinessFacts(
      newKioskState({
        session: { status: 'lost', user, reason: { type: 'ended-by-platform', error } },
        uploads: uploads({ pending: 1, oldest: 1, lastProblem: { type: 'refused', error } }),
        snapshot: snapshot({ problem: { type: 'refused', error } }),
      }),
    );
    expect(facts).toMatchObject({
      session: { status: 'lost', error: { code: 4711, forceLogout: true } },
      uploads: { lastProblem: { type: 'refused', error: { code: 4711 } } },
      snapshot: { problem: { error: { code: 4711 } } },
    });
    expect(JSON.stringify(facts)).not.toMatch(/anna|meier|4006381333931/i);
  });

  test('nothing says in which scripts guests’ names are written', () => {
    const {
      records: { snapshot },
    } = newKioskState({});
    const facts = readinessFacts(newKioskState({ snapshot: { ...snapshot, scripts: ['Hebr'] } }));
    expect(facts).toMatchObject({ snapshot: { scripts: 1 } });
    expect(JSON.stringify(facts)).not.toContain('Hebr');
  });

  test('a scanner is told by what it is, not by which one it is', () => {
    const facts = readinessFacts(
      newKioskState({
        scanners: scanners({
          all: [
            {
              ...{ id: '/dev/serial/by-id/usb-SN9876543', name: 'Honeywell 1900 SN9876543' },
              ...{ channel: 'serial', lastReadAt: null, codes: 2, garbled: 0 },
              state: { type: 'failed', detail: 'port SN9876543 is gone' },
            },
          ],
        }),
      }),
    );
    expect(facts).toMatchObject({ scanners: [{ channel: 'serial', codes: 2 }] });
    expect(JSON.stringify(facts)).not.toContain('9876543');
  });
});

test('the folder of the system’s user says nothing of its name', () => {
  expect(withoutHome('{"path":"/home/anna/a"}', '/home/anna')).toBe('{"path":"~/a"}');
  expect(withoutHome(JSON.stringify('C:\\Users\\anna\\a'), 'C:\\Users\\anna')).toBe('"~\\\\a"');
  expect(withoutHome('{"path":"/a"}', '/')).toBe('{"path":"/a"}');
});
