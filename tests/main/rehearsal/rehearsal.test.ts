import { ok } from '#shared/result.ts';
import { keptLedger } from '#tests/support/kept-ledger.ts';
import { eventually } from '#tests/support/eventually.ts';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { askedOf, openDoor, openVenue } from './support/venue.ts';

describe('a rehearsal', () => {
  test('opens a door of its own without a password, and comes back to the real one without one', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    const [first = '', second = ''] = venue.platform.barcodes('valid', 2);
    expect(await door.scan(first)).toMatchObject({ kind: 'admit', basis: 'platform' });
    const { name } = door.state().machine.kiosk;

    expect(await door.rehearse(true)).toEqual(ok(null));
    const asked = askedOf(venue).length;
    expect(door.state()).toMatchObject({
      machine: { rehearsal: true, kiosk: { name } },
      session: { current: { status: 'signed-in' }, leaving: null },
      door: { selection: { scope: 'performance' } },
      verdict: { last: null },
    });
    expect(door.state().session.baseUrl).not.toBe(venue.network.baseUrl);
    // A real ticket is worth nothing here, and nobody outside hears of it.
    expect(await door.scan(second)).toMatchObject({ kind: 'reject' });
    expect(await door.scan(door.ticket('valid'))).toMatchObject({ kind: 'admit' });
    expect(await door.scan(door.ticket('scanned'))).toMatchObject({ kind: 'duplicate' });
    expect(await door.scan(door.ticket('voided'))).toMatchObject({ kind: 'reject' });
    expect(askedOf(venue)).toHaveLength(asked);

    expect(await door.rehearse(false)).toEqual(ok(null));
    expect(door.state()).toMatchObject({
      machine: { rehearsal: false, demo: null },
      session: { baseUrl: venue.network.baseUrl, current: { status: 'signed-in' } },
      door: { selection: door.selection },
    });
    expect(askedOf(venue).slice(asked)).toContain('GET validateToken');
    expect(askedOf(venue).filter((request) => request.endsWith('authenticate'))).toHaveLength(1);
    expect(askedOf(venue)).not.toContain('DELETE invalidateToken');
    expect(await door.scan(second)).toMatchObject({ kind: 'admit', basis: 'platform' });
    expect(venue.platform.scansOf(second)).toHaveLength(1);
  });

  test('without a network uploads nothing to the real platform, then or later', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    const [waiting = ''] = venue.platform.barcodes('valid', 1);
    await venue.network.cut();
    expect(await door.scan(waiting)).toMatchObject({ kind: 'admit', basis: 'cache' });
    expect(door.state().records.uploads.pending).toBe(1);

    // With a network the real door would upload before it closes.
    await door.rehearse(true);
    await venue.network.mend();
    const asked = askedOf(venue).length;
    expect(door.state().records.uploads.pending).toBe(0);
    await eventually(() => expect(door.state().records.snapshot.tickets).not.toBeNull());
    venue.embedded[0]?.kill();
    await eventually(() => expect(venue.embedded[0]?.hasEnded).toBe(true));
    const tickets = [0, 1, 2].map((index) => door.ticket('valid', index));
    for (const ticket of tickets) {
      expect(await door.scan(ticket)).toMatchObject({ kind: 'admit', basis: 'cache' });
    }
    expect(door.state().records.uploads.pending).toBe(3);
    expect(askedOf(venue)).toHaveLength(asked);

    await door.rehearse(false);
    await eventually(() => expect(door.state().records.uploads.pending).toBe(0));
    const uploads = venue.network.passed.filter(({ path }) => path.endsWith('syncScans'));
    expect(uploads).toHaveLength(1);
    expect(uploads[0]?.body).toContain(waiting);
    for (const ticket of tickets) expect(uploads[0]?.body).not.toContain(ticket);
    expect(venue.platform.scansOf(waiting)).toMatchObject([{ offline: true }]);
    await door.close();
    expect(keptLedger(venue.dataDirectory).records.map(({ code }) => code)).toEqual([waiting]);
  });

  test('begins with an empty ledger each time', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    const [real = ''] = venue.platform.barcodes('valid', 1);
    await door.scan(real);
    const history = async () => {
      const filter = { kinds: [], basis: null, source: null, uploads: [], from: null, until: null };
      const page = await door
        .handlers()
        .history({ filter: { ...filter, code: null }, before: null });
      return page.ok ? page.value.total : null;
    };
    for (let round = 0; round < 2; round += 1) {
      await door.rehearse(true);
      expect(await history()).toBe(0);
      await door.scan(door.ticket('valid', round));
      expect(await history()).toBe(1);
      await door.rehearse(false);
      expect(await history()).toBe(1);
    }
  });

  test('cannot be led to the real platform', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    await door.rehearse(true);
    const asked = askedOf(venue).length;
    const address = venue.network.baseUrl;
    expect(await door.handlers().useBaseUrl({ address })).toMatchObject({
      error: { type: 'offline' },
    });
    await door.handlers().forgetBaseUrl(null);
    expect(await door.signIn()).toMatchObject({ ok: false });
    expect(askedOf(venue)).toHaveLength(asked);
    await door.rehearse(false);
    expect(door.state()).toMatchObject({
      session: { baseUrl: address },
      door: { selection: door.selection },
    });
  });

  test('has the kiosk’s own settings, and what is set in it lasts', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    await door.handlers().changeSettings({ change: { kioskName: 'North door', volume: 0.5 } });
    await door.rehearse(true);
    expect(door.state()).toMatchObject({
      machine: { kiosk: { name: 'North door' } },
      settings: { volume: 0.5 },
    });
    await door.handlers().changeSettings({ change: { volume: 0.25 } });
    await door.rehearse(false);
    expect(door.state()).toMatchObject({
      machine: { kiosk: { name: 'North door' } },
      settings: { volume: 0.25 },
    });
  });

  test('is behind the same PIN, also for its end', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    await door.handlers().setPin({ pin: '2580' });
    await door.rehearse(true);
    expect(door.kiosk.mayCall('rehearse')).toBe(false);
    expect(await door.handlers().unlock({ pin: '0000' })).toMatchObject({ ok: false });
    // A trainee's password is no secret, and must not open the door's settings.
    const trainee = door
      .state()
      .machine.demo?.users.find(({ role }) => role === 'scanner-with-patrons');
    const { username = '', password = '' } = trainee ?? {};
    expect(door.state().session.current).toMatchObject({ user: { username } });
    expect(await door.handlers().resetPin({ username, password, pin: '1111' })).toEqual({
      ok: false,
      error: { type: 'not-signed-in' },
    });
    expect(await door.handlers().unlock({ pin: '2580' })).toEqual(ok(null));
    expect(door.kiosk.mayCall('rehearse')).toBe(true);
    await door.rehearse(false);
    expect(door.kiosk.mayCall('rehearse')).toBe(false);
  });

  test('says so in the name and in the lines of what is exported', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    await door.handlers().changeSettings({ change: { kioskName: 'North door' } });
    await door.rehearse(true);
    await door.scan(door.ticket('valid'));
    const filter = { kinds: [], basis: null, source: null, uploads: [], from: null, until: null };
    await door.handlers().exportHistory({ filter: { ...filter, code: null } });
    const [name = ''] = readdirSync(venue.exportFolder);
    expect(name).toContain('North door (rehearsal)');
    const [, line] = readFileSync(join(venue.exportFolder, name), 'utf8').split('\r\n');
    expect(line).toContain('North door (rehearsal)');
  });

  test.runIf(process.platform === 'linux')(
    'leaves no file of the real door open, and its end none of its own',
    async () => {
      const venue = await openVenue();
      const door = await openDoor(venue);
      const open = () => openFiles(venue.dataDirectory);
      expect(open()).toContain('ledger.db');
      await door.rehearse(true);
      expect(open()).toContain('rehearsal/ledger.db');
      expect(open().filter((path) => !path.startsWith('rehearsal/'))).toEqual([]);
      await door.rehearse(false);
      expect(open()).toContain('ledger.db');
      expect(open().filter((path) => path.startsWith('rehearsal/'))).toEqual([]);
      expect(venue.embedded.map(({ hasEnded }) => hasEnded)).toEqual([true]);
    },
  );
});

/** What this process has open under a folder. */
function openFiles(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [];
    } catch {
      return [];
    }
  });
}
