import { valueOf, type Sample } from '#tests/support/exposition.ts';
import { freePort } from '#tests/support/free-port.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openDoor, openVenue } from '#tests/main/rehearsal/support/venue.ts';
import { expect, test } from 'vitest';
import { ask, scrape } from './support/scrape.ts';

/** How many verdicts there were. */
function scans(samples: readonly Sample[], labels: Readonly<Record<string, string>> = {}) {
  return valueOf(samples, 'usher_scans_total', labels) ?? 0;
}

test('an evening in numbers: let in, refused, without the network, and what a rehearsal leaves out', async () => {
  const venue = await openVenue();
  const door = await openDoor(venue);
  const port = await freePort();
  await door.handlers().changeSettings({ change: { metricsPort: port } });
  await eventually(() => expect(door.state().machine.metrics.type).toBe('on'));
  const [first = '', second = '', third = ''] = venue.platform.barcodes('valid', 3);

  await door.scan(first);
  await door.scan('NOBODY-KNOWS-THIS-1');
  const online = await scrape(port);
  expect(scans(online, { verdict: 'admit', basis: 'platform', source: 'wedge' })).toBe(1);
  expect(scans(online, { verdict: 'reject', basis: 'platform' })).toBe(1);
  expect(valueOf(online, 'usher_refusals_total', { code: '11' })).toBe(1);
  expect(valueOf(online, 'usher_platform_round_trip_seconds_count')).toBe(2);
  expect(valueOf(online, 'usher_decision_seconds_count', { basis: 'platform' })).toBe(2);
  expect(valueOf(online, 'usher_connection_up')).toBe(1);
  expect(valueOf(online, 'usher_session_up')).toBe(1);
  expect(valueOf(online, 'usher_door_open')).toBe(1);
  expect(valueOf(online, 'usher_snapshot_tickets')).toBe(door.state().records.snapshot.tickets);
  expect(valueOf(online, 'usher_disk_free_bytes')).toBeGreaterThan(0);

  await venue.network.cut();
  await door.scan(second);
  await eventually(async () => {
    const offline = await scrape(port);
    expect(scans(offline, { verdict: 'admit', basis: 'cache' })).toBe(1);
    expect(valueOf(offline, 'usher_connection_up')).toBe(0);
    expect(valueOf(offline, 'usher_uploads_pending')).toBe(1);
    expect(valueOf(offline, 'usher_oldest_pending_upload_seconds')).toBeGreaterThanOrEqual(0);
  });

  await door.rehearse(true);
  await door.scan(door.ticket('valid'));
  const rehearsed = await scrape(port);
  expect(valueOf(rehearsed, 'usher_rehearsal')).toBe(1);
  expect(scans(rehearsed), 'the rehearsal does not count').toBe(3);
  expect(valueOf(rehearsed, 'usher_connection_up')).toBeUndefined();

  await door.rehearse(false);
  await eventually(() => expect(door.state().records.snapshot.tickets).not.toBeNull());
  await door.scan(third);
  const again = await scrape(port);
  expect(scans(again), 'the door counts on').toBe(4);
  expect(valueOf(again, 'usher_rehearsal')).toBe(0);

  const { text } = await ask(port);
  for (const code of [first, second, third, 'NOBODY-KNOWS']) expect(text).not.toContain(code);
  for (const { username } of venue.platform.guide.users) {
    expect(text).not.toMatch(new RegExp(`\\b${username}\\b`));
  }
});
