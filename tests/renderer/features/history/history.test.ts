import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { HistoryEntry } from '#shared/model/history.ts';
import { inMinutes, openDoor, signedOut } from '#tests/renderer/support/builders.ts';
import { HISTORY, mainWithHistory, scanned } from '#tests/renderer/support/history.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { LOCKED, UNLOCKED } from '#tests/support/kiosk-state.ts';
import { says } from '#tests/renderer/support/on-screen.ts';
import { expectScanTaken } from '#tests/renderer/support/scan-meanwhile.ts';

interface Opening {
  all?: readonly HistoryEntry[];
  size?: Size;
  state?: ReturnType<typeof openDoor>;
  perPage?: number;
}

async function openHistory({ all, size = 'laptop', state = openDoor(), perPage }: Opening = {}) {
  const main = mainWithHistory(state, all, perPage);
  await openKiosk(state, { main, size });
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await page.getByRole('button', { name: 'History of scans' }).click();
  await expect.poll(() => root('screen')).toBe('history');
  await expect.poll(() => main.requests('history').length).toBeGreaterThan(0);
  return main;
}

const rows = () =>
  [...document.querySelectorAll('[role="row"]')]
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll('[role="cell"]')].map((cell) => cell.textContent.trim()),
    );
const codes = () => rows().map((cells) => cells[3]);

test('each scan has its time, verdict, reason, masked code, scanner, basis and upload; newest first', async () => {
  await openHistory();
  await expect.poll(() => rows().length).toBe(HISTORY.length);
  expect(rows().map((cells) => cells.map((cell, at) => (at === 2 ? '' : cell)))).toEqual([
    ['19:05', 'Admitted', '', '…3931', 'USB scanner', 'Platform', '–'],
    ['19:04', 'Already scanned', '', '…3948', 'USB scanner', 'Platform', '–'],
    ['19:03', 'Refused', '', '…3955', 'Keyboard scanner', 'Platform', '–'],
    ['19:02', 'Admitted', '', '…3962', 'USB scanner', 'This kiosk', 'Contradicted'],
    ['19:01', 'Undecided', '', '…3979', 'By hand', 'This kiosk', '–'],
    ['19:00', 'Looked up', '', '…3986', 'Serial scanner', 'This kiosk', '–'],
    ['Mon 17 Nov, 19:10', 'Admitted', '', '–', 'USB scanner', 'This kiosk', 'Too old'],
  ]);
  const reasons = rows().map((cells) => cells[2]);
  expect(reasons[1]).toContain('used earlier');
  expect(reasons[2], 'a code that is not known says its name').toContain('Ticket Too Early');
  expect(reasons[6]).toContain('damaged');
  await says('7 scans shown; 7 of 7 looked through.');
});

test('a row that is pressed tells everything; closed, it has the focus again', async () => {
  await openHistory();
  await page.getByRole('button', { name: '19:02' }).click();
  const detail = page.getByRole('region', { name: 'One scan' });
  for (const words of [
    'Thu 20 Nov, 19:02:00',
    '…3962',
    'Contradicted',
    'It had refused the ticket.',
    /Ticket Voided.* \(13\)/,
    'Thu 20 Nov, 19:09:00',
    'Gate scanner 2',
    'Row F, 12',
    '501',
  ]) {
    await expect.element(detail.getByText(words)).toBeVisible();
  }
  await detail.getByRole('button', { name: 'Close' }).click();
  await expect.element(detail).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: '19:02' })).toHaveFocus();
});

test('a scan that another door may have let in as well says so, and who has seen it', async () => {
  const twoDoors = { acknowledgedAt: inMinutes(-3), other: null };
  await openHistory({ all: [scanned({ twoDoors })] });
  await page.getByRole('button', { name: '19:05' }).click();
  const detail = page.getByRole('region', { name: 'One scan' });
  await expect.element(detail.getByText(/come in with it at another door/)).toBeVisible();
  await expect.element(detail.getByText('Thu 20 Nov, 19:07:00')).toBeVisible();
  await picture('history-two-doors');
});

test('a ticket that another door let in says at which one, and when', async () => {
  const reason: HistoryEntry['reason'] = {
    ...{ type: 'copy', code: 12, firstScanAt: null, copyFrom: null },
    usedAtDoor: { door: 'Balcony left', at: inMinutes(-9) },
  };
  await openHistory({ all: [scanned({ kind: 'duplicate', basis: 'venue', reason })] });
  await page.getByRole('button', { name: '19:05' }).click();
  const detail = page.getByRole('region', { name: 'One scan' });
  await expect.element(detail.getByText('Let in at another door')).toBeVisible();
  await expect.element(detail.getByText('Balcony left Thu 20 Nov, 19:01:00')).toBeVisible();
});

test('kinds and the last day narrow it, together and each for itself', async () => {
  const main = await openHistory();
  await page.getByRole('button', { name: 'Already scanned' }).click();
  await expect.poll(codes).toEqual(['…3948']);
  await page.getByRole('button', { name: 'Admitted' }).click();
  await expect.poll(codes).toEqual(['…3931', '…3948', '…3962', '–']);
  await page.getByRole('button', { name: 'Last 24 hours' }).click();
  await expect.poll(codes).toEqual(['…3931', '…3948', '…3962']);
  expect(main.requests('history').at(-1)).toMatchObject({
    before: null,
    filter: { kinds: ['duplicate', 'admit'], from: inMinutes(-24 * 60), code: null },
  });
  await page.getByRole('button', { name: 'Already scanned' }).click();
  await expect.poll(codes).toEqual(['…3931', '…3962']);
});

test('scanner, basis and upload narrow it further, and are in sight as long as they do', async () => {
  const main = await openHistory();
  const more = page.getByRole('button', { name: 'More filters' });
  await expect.element(page.getByLabelText('Scanner')).not.toBeInTheDocument();
  await more.click();
  await page.getByLabelText('Scanner').selectOptions('USB scanner');
  await expect.poll(codes).toEqual(['…3931', '…3948', '…3962', '–']);
  await page.getByLabelText('Decided by').selectOptions('This kiosk');
  await expect.poll(codes).toEqual(['…3962', '–']);
  await page.getByLabelText('Upload').selectOptions('Contradicted');
  await expect.poll(codes).toEqual(['…3962']);
  expect(main.requests('history').at(-1)).toMatchObject({
    filter: { source: 'hid', basis: 'cache', uploads: ['conflict'] },
  });
  await expectAccessible();
  await more.click();
  await expect.element(page.getByLabelText('Upload')).toBeVisible();
  for (const label of ['Scanner', 'Decided by', 'Upload']) {
    await page.getByLabelText(label).selectOptions('Any');
  }
  await expect.poll(() => rows().length).toBe(HISTORY.length);
  await expect.element(page.getByLabelText('Upload')).not.toBeInTheDocument();
});

describe('a barcode, or how it ends', () => {
  async function search(code: string) {
    await page.getByLabelText('Barcode, or how it ends').fill(code);
    await page.getByRole('button', { name: 'Search' }).click();
  }

  test('is searched, and no longer once the field is empty', async () => {
    const main = await openHistory();
    await search(' 3979 ');
    await expect.poll(codes).toEqual(['…3979']);
    expect(main.requests('history').at(-1)).toMatchObject({ filter: { code: '3979' } });
    await search('');
    await expect.poll(() => rows().length).toBe(HISTORY.length);
  });

  test('that was not scanned is said so', async () => {
    await openHistory();
    await search('nobody');
    await says('No scan fits.');
  });

  test('that is not among the newest: how far was looked is said, and one can go on', async () => {
    const main = await openHistory();
    const answers = [
      { entries: [], before: 10_001, total: 20_000, seen: 10_000 },
      { entries: [scanned({ codeTail: '4711' })], before: null, total: 20_000, seen: 20_000 },
    ];
    main.on('history', ({ before }) => {
      const value = answers[before === null ? 0 : 1];
      if (value === undefined) throw new Error('there is nothing else');
      return { ok: true, value };
    });
    await search('4711');
    await says(/Nothing among the newest 10,000 of 20,000 scans\./);
    await page.getByRole('button', { name: 'Search older ones' }).click();
    await expect.poll(codes).toEqual(['…4711']);
    expect(main.requests('history').at(-1)).toMatchObject({ before: 10_001 });
  });
});

describe('many scans', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => scanned({ scannedAt: inMinutes(-at) }));
  const list = () => {
    const body = [...document.querySelectorAll('[role="rowgroup"]')].at(-1);
    if (!(body instanceof HTMLElement)) throw new Error('there is no list');
    return body;
  };

  test('older ones come as one scrolls', async () => {
    const main = await openHistory({ all: many(300) });
    await says('100 scans shown; 100 of 300 looked through.');
    expect(main.requests('history')).toHaveLength(1);
    list().scrollTop = list().scrollHeight;
    await says(/^200 scans shown/);
    list().scrollTop = list().scrollHeight;
    await says('300 scans shown; 300 of 300 looked through.');
    list().scrollTop = 0;
    list().scrollTop = list().scrollHeight;
    await expect.element(page.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
    expect(main.requests('history')).toHaveLength(3);
  });

  test('of half a million only those in sight are there, wherever one scrolls', async () => {
    await openHistory({ all: many(500_000), perPage: 500_000 });
    await says(/^500,000 scans shown/);
    for (const part of [0.3, 0.77, 1]) {
      list().scrollTop = part * list().scrollHeight;
      const at = Math.floor(part * 499_990);
      await expect
        .poll(() => Number(document.querySelectorAll('[role="row"]')[1]?.ariaRowIndex))
        .toBeGreaterThan(at - 100);
      expect(rows().length).toBeLessThan(60);
      expect(rows().length).toBeGreaterThan(5);
    }
  });
});

describe('saved as a file', () => {
  const save = () => page.getByRole('button', { name: 'Save as a file' }).click();

  test('what the filters let through; the screen says where, and how many', async () => {
    const main = await openHistory();
    main.on('exportHistory', () => ({ ok: true, value: { path: '/a/usher.csv', count: 1234 } }));
    await page.getByRole('button', { name: 'Refused' }).click();
    await save();
    await says(/1,234 scans saved to .*usher\.csv/);
    expect(main.requests('exportHistory')).toMatchObject([{ filter: { kinds: ['reject'] } }]);
  });

  test('a full disk is said as what it is', async () => {
    const main = await openHistory();
    main.on('exportHistory', () => ({ ok: false, error: { type: 'not-written', code: 'ENOSPC' } }));
    await save();
    await says(/the disk is full/);
  });
});

test('before the first scan it says so', async () => {
  await openHistory({ all: [] });
  await says('No scan has been recorded yet.');
});

test('records that cannot be read are said as what they are', async () => {
  const main = await openHistory();
  main.on('history', () => ({ ok: false, error: { type: 'ledger', code: 'damaged' } }));
  await page.getByRole('button', { name: 'Refused' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('a scan is taken while the history is looked at, also in its field: its verdict comes, then the door', async () => {
  const main = await openHistory();
  await page.getByLabelText('Barcode, or how it ends').click();
  await expectScanTaken(main);
});

test('the way leads back, also to the sign-in', async () => {
  await openHistory({ state: signedOut() });
  await press('{Escape}');
  await expect.poll(() => root('screen')).toBe('sign-in');
});

test.each(['laptop', 'portrait', 'small'] as const)(
  'nothing is cut off and axe finds nothing, on a %s',
  async (size) => {
    await openHistory({ size });
    await expect.poll(() => rows().length).toBeGreaterThan(3);
    await expectAccessible();
    await picture(`history-${size}`);
    await page.getByRole('button', { name: '19:02' }).click();
    await expect.element(page.getByRole('region', { name: 'One scan' })).toBeVisible();
    await expectAccessible();
    await picture(`history-detail-${size}`);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    for (const button of document.querySelectorAll('header, footer, h1, button')) {
      expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth);
    }
  },
);

describe('whole barcodes and names', () => {
  test('are for whoever enters the PIN, and gone when the kiosk locks', async () => {
    const entry = scanned();
    const main = await openHistory({ all: [entry], state: openDoor({ lock: LOCKED }) });
    await expect.poll(codes).toEqual(['…3931']);
    await page.getByRole('button', { name: '19:05' }).click();
    const detail = page.getByRole('region', { name: 'One scan' });
    await expect.element(detail.getByText('Row F, 12')).toBeVisible();
    expect(document.body.textContent).not.toContain('Hermione');
    await page.getByRole('button', { name: 'Show whole barcodes' }).click();
    await expect.poll(() => root('screen')).toBe('unlock');

    const told = {
      entries: [{ ...entry, code: '4006381333931' }],
      before: null,
      total: 1,
      seen: 1,
    };
    main.on('history', () => ({ ok: true, value: told }));
    main.emit(openDoor({ lock: UNLOCKED }));
    await expect.poll(() => root('screen')).toBe('history');
    await expect.poll(codes).toEqual(['4006381333931']);
    await expect.element(detail.getByText('4006381333931')).toBeVisible();
    await expect.element(detail.getByText('Hermione Leontes')).toBeVisible();

    main.emit(openDoor({ lock: LOCKED }));
    await expect.poll(() => document.body.textContent).not.toContain('4006381333931');
    expect(document.body.textContent).not.toContain('Hermione');
    expect(root('screen')).toBe('history');
  });

  test('are not shown without a PIN: whoever looks may be anybody', async () => {
    await openHistory({ all: [scanned({ code: '4006381333931' })] });
    await expect.poll(codes).toEqual(['…3931']);
    await expect
      .element(page.getByRole('button', { name: 'Show whole barcodes' }))
      .not.toBeInTheDocument();
  });
});
