import { plainKeyProtector } from '#main/hosts/host/plain-key-protector.ts';
import { LEDGER_VERSION } from '#main/ledger/schema.ts';
import { openFileLog } from '#main/base/log/file-log.ts';
import { storedSessionSchema } from '#main/platform/ticketing/session-store.ts';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import { openVault } from '#main/base/vault/vault.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { eventually } from '#tests/support/eventually.ts';
import { appendFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDoor, openVenue, type Door, type Venue } from '#tests/main/rehearsal/support/venue.ts';
import { secretsOf } from './support/patrons.ts';
import { formsOf, leaks, type Secret } from './support/secrets.ts';
import { factsOf, unpack } from './support/unpack.ts';
import { expectOwnerOnly } from '#tests/support/owner-only.ts';

const PIN = '739154826037';
const WRONG_PASSWORD = 'not-My-Pa55word!';
const HOSTILE = '<img src=x onerror="alert(1)">';

/** What a bundle tells of the ledger's entries. */
interface Count {
  readonly upload: string | null;
  readonly count: number;
}

async function saved(door: Door): Promise<Record<string, string>> {
  const answer = await door.handlers().saveSupportBundle(null);
  if (!answer.ok) throw new Error(answer.error.code);
  return unpack(answer.value.path);
}

/** The token that the kiosk has now. */
function tokenOf({ dataDirectory }: Venue): string {
  const vault = openVault(dataDirectory, plainKeyProtector, new RecordingLogger());
  const file = sealedFile(join(dataDirectory, 'session.sealed'), vault.key('session'));
  return storedSessionSchema.parse(file.load()).token;
}

/** What a platform answers that tells everybody everything. */
function talkative(code: string, name: string, errorCodeId: number) {
  return {
    type: 'answer',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ accessTokenExpiration: null, error: true },
      errorMessageHTML: `${HOSTILE} ${code} belongs to ${name}`,
      errorDetails: {
        errorCodeId,
        errorCodeKey: `error.${code}`,
        errorCodeName: `${name} ${code} ${HOSTILE}`,
        forceLogout: false,
      },
    }),
  } as const;
}

describe('the search for what must not leave the kiosk', () => {
  const secrets: readonly Secret[] = [
    { what: 'barcode', text: '4006381333931' },
    { what: 'name', text: 'Zoë Müller-Lüdenscheidt' },
    { what: 'password', text: 'a "quoted" \\ pass/word+é' },
  ];

  test('finds each of them in each form, wherever it stands', () => {
    for (const secret of secrets) {
      for (const [form, needle] of Object.entries(formsOf(secret.text))) {
        const file = `x{"a":"${needle}"}`;
        expect(leaks({ 'a.log': file }, secrets), form).toContainEqual(
          expect.objectContaining({ file: 'a.log', what: secret.what }),
        );
      }
      for (const before of ['', 'a', 'ab', 'abc']) {
        const packed = Buffer.from(`${before}${secret.text}: and more`).toString('base64');
        expect(leaks({ 'a.log': packed }, [secret]), packed).not.toEqual([]);
      }
      expect(leaks({ [`${secret.text}.log`]: '' }, [secret])).not.toEqual([]);
    }
  });

  test('finds nothing where nothing is', () => {
    expect(leaks({ 'a.log': 'an evening without trouble' }, secrets)).toEqual([]);
  });
});

describe('a whole evening', () => {
  test('leaves no barcode, person, user, password, token or PIN in the bundle, in any form', async () => {
    const data = join(temporaryFolder(), 'box-office.db');
    const venue = await openVenue(undefined, {
      data,
      log: (folder) => openFileLog(join(folder, 'logs'), { console: false }),
    });
    const people = secretsOf(data);
    const [name] = people.filter(({ what }) => what === 'name');
    const [guest = ''] = people.flatMap(({ what, text }) => (what === 'e-mail' ? [text] : []));
    const door = await openDoor(venue);
    const tokens = [tokenOf(venue)];
    const { handlers } = door;
    const { users } = venue.platform.guide;
    const { username, password } = userOf(venue.platform, 'scanner-with-patrons');
    const of = (kind: Parameters<Venue['platform']['barcodes']>[0]) =>
      venue.platform.barcodes(kind, 1)[0] ?? '';

    await handlers().changeSettings({
      change: { patronDetails: ['name', 'plus-one', 'phone', 'email', 'addresses'] },
    });
    await handlers().setPin({ pin: PIN });
    await handlers().unlock({ pin: '1234' });
    await handlers().signIn({ username, password: WRONG_PASSWORD });
    await handlers().resetPin({ username, password: WRONG_PASSWORD, pin: PIN });
    await handlers().signIn({ username, password });
    // Another user, and the same door.
    await handlers().select({ selection: door.selection });
    await handlers().unlock({ pin: PIN });
    tokens.push(tokenOf(venue));
    await handlers().refreshTickets(null);
    await eventually(() => expect(door.state().records.snapshot.tickets).not.toBeNull());

    // Scans of all kinds, and what people look at.
    await door.scan(of('valid'));
    await door.scan(of('valid'));
    await door.scan(of('voided'));
    await door.scan('NOBODY-KNOWS-4711');
    await handlers().scan({ code: of('refunded'), source: 'manual' });
    await handlers().findTickets({ query: name?.text.split(' ')[0] ?? '' });
    await eventually(async () => {
      const found = await handlers().findTickets({ query: name?.text ?? '' });
      expect(found.ok ? null : found.error).toBeNull();
    });
    await handlers().exportHistory({
      filter: {
        ...{ kinds: [], basis: null, source: null, uploads: [], from: null, until: null },
        code: null,
      },
    });
    await handlers().programmeBoard(null);

    // A platform that quotes whoever it is about, in what it answers to everything.
    const [, quoted = ''] = venue.platform.barcodes('valid', 2);
    venue.network.fault = () => talkative(quoted, name?.text ?? '', 16);
    await door.scan(quoted);
    await handlers().refreshTickets(null);
    await handlers().filterOptions(null);
    venue.network.fault = () => talkative(quoted, name?.text ?? '', 4711);
    await door.scan(quoted);
    venue.network.fault = () => ({ type: 'answer', status: 500, body: `${quoted} ${guest}` });
    const [, , offline = ''] = venue.platform.barcodes('valid', 3);
    await door.scan(offline);
    await eventually(() => expect(door.state().records.snapshot.refreshing).toBeNull());
    // What an older version may have written, by rules of its own.
    appendFileSync(
      join(venue.dataDirectory, 'logs', 'usher.log'),
      [
        `[2026-11-20 18:00:00.000] [info]  scanned ${quoted} of ${guest}`,
        `[2026-11-20 18:00:00.000] [info]  (old) asked barcode=${JSON.stringify(quoted)} user="x"`,
        `  Authorization: Bearer ${tokens[0] ?? ''}`,
        `at https://${guest}:${WRONG_PASSWORD}@tickets.example/a?token=${tokens[0] ?? ''}`,
        '',
      ].join('\n'),
    );

    const files = await saved(door);
    const secrets: readonly Secret[] = [
      ...people,
      ...tokens.map((text) => ({ what: 'token', text })),
      { what: 'unknown code', text: 'NOBODY-KNOWS-4711' },
      ...users.map(({ username }) => ({ what: 'user', text: username })),
      ...users.map(({ password }) => ({ what: 'password', text: password })),
      { what: 'wrong password', text: WRONG_PASSWORD },
      { what: 'PIN', text: PIN },
      { what: 'hostile words', text: HOSTILE },
    ];
    expect(secrets.length).toBeGreaterThan(500);
    expect(leaks(files, secrets)).toEqual([]);
    // The kiosk does have them, so that this says something: whoever stands at the door sees them.
    const seen = leaks({ screen: JSON.stringify(door.verdicts) }, people);
    expect(new Set(seen.map(({ what }) => what))).toContain('e-mail');

    expect(Object.keys(files).toSorted()).toEqual([
      'files.json',
      'ledger.json',
      'logs/usher.log',
      'readiness.json',
      'settings.json',
      'versions.json',
    ]);
    expect(files['logs/usher.log']).toContain('started');
    expect(factsOf(files, 'readiness')).toMatchObject({
      server: venue.network.baseUrl,
      lock: { hasPin: true },
      snapshot: { tickets: door.state().records.snapshot.tickets },
      uploads: { pending: door.state().records.uploads.pending },
    });
    expect(factsOf(files, 'versions')).toMatchObject({ usher: '0.1.0' });
    expect(factsOf(files, 'ledger')).toMatchObject({
      quickCheck: 'ok',
      fault: null,
      schema: LEDGER_VERSION,
    });
    const { counts } = factsOf(files, 'ledger') as { counts: Count[] };
    const countOf = (isMeant: (each: Count) => boolean) =>
      counts.filter(isMeant).reduce((sum, { count }) => sum + count, 0);
    expect(factsOf(files, 'ledger')).toMatchObject({ entries: countOf(() => true) });
    const { pending } = door.state().records.uploads;
    expect(pending).toBeGreaterThan(0);
    expect(countOf(({ upload }) => upload === 'pending' || upload === 'sent')).toBe(pending);
    expect(counts).toContainEqual({
      ...{ kind: 'reject', basis: 'platform', source: 'manual', code: 14, upload: null },
      count: 1,
    });
  });
});

describe('a kiosk that is out of order', () => {
  let dataDirectory = '';
  beforeEach(() => (dataDirectory = temporaryFolder()));

  test('tells why, although its settings file cannot be read, and it has a PIN', async () => {
    const machineSettings = join(dataDirectory, 'fleet.json');
    writeFileSync(machineSettings, '{"timeZone":"Mars/Base"}');
    const door = await (await openVenue(undefined, { machineSettings })).start();
    await door.handlers().setPin({ pin: PIN });
    await door.handlers().lock(null);
    expect(door.kiosk.mayCall('saveSupportBundle')).toBe(true);
    const files = await saved(door);
    expect(factsOf(files, 'readiness')).toMatchObject({ fault: { type: 'settings-file' } });
    expect(factsOf(files, 'ledger')).toMatchObject({ fault: { code: 'unreadable' } });
  });

  test('tells of a ledger that it cannot open, without opening it', async () => {
    const venue = await openVenue();
    writeFileSync(join(venue.dataDirectory, 'ledger.db'), 'this is no database');
    const door = await venue.start();
    const files = await saved(door);
    expect(factsOf(files, 'readiness')).toMatchObject({ fault: { code: 'damaged' } });
    const { installation } = factsOf(files, 'files') as { installation: { name: string }[] };
    expect(installation.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^ledger\.db\.unreadable-\d+$/),
    );
  });
});

describe('the file', () => {
  test('is called after the kiosk and the day, its owner’s alone, and once for all who ask at once', async () => {
    const venue = await openVenue();
    const door = await venue.start();
    await door.handlers().changeSettings({ change: { kioskName: 'North/door: 1' } });
    const { saveSupportBundle } = door.handlers();
    const [first, again] = await Promise.all([saveSupportBundle(null), saveSupportBundle(null)]);
    expect(again).toEqual(first);
    const names = readdirSync(venue.exportFolder);
    expect(names).toEqual([
      expect.stringMatching(/^usher-support-North-door- 1-\d{4}-\d\d-\d\dT\d{6}\.zip$/),
    ]);
    expectOwnerOnly(join(venue.exportFolder, names[0] ?? ''));
  });

  test('is not there at all where it cannot be written, and the kiosk says why', async () => {
    const venue = await openVenue();
    const door = await venue.start();
    rmSync(venue.exportFolder, { recursive: true });
    writeFileSync(venue.exportFolder, '');
    expect(await door.handlers().saveSupportBundle(null)).toEqual({
      ok: false,
      error: { type: 'not-written', code: 'EEXIST' },
    });
  });
});
