import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Entrance } from '#shared/model/entrance.ts';
import { NOW, openDoor } from '#tests/renderer/support/builders.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { button, click, says } from '#tests/renderer/support/on-screen.ts';
import { picture } from '#tests/renderer/support/open-kiosk.ts';
import { openSettings, SettingsMain } from '#tests/renderer/support/settings.ts';
import { entrance } from '#tests/support/entrances.ts';

const STALLS = entrance('stalls', [{ section: 'Stalls*' }], {
  ...{ name: 'Stalls', colour: '#1a6b8f' },
  way: { arrow: 'up', words: null, wordsIn: {} },
});
const BALCONY = entrance('balcony', [{ section: 'Balcony*' }, { section: 'Gallery' }], {
  ...{ name: 'Balcony, left', colour: '#2fb5a8' },
  way: { arrow: 'up-left', words: 'Up the stairs, then left', wordsIn: {} },
});

/** The section of the settings, at a kiosk that has these entrances. */
async function open(entrances: readonly Entrance[]) {
  let kept = entrances;
  const main = new SettingsMain(openDoor());
  main.on('entrances', () => ({ ok: true, value: kept }));
  main.on('useEntrances', (request) => {
    kept = request.entrances;
    return { ok: true, value: null };
  });
  const opened = await openSettings('Entrances', { main });
  return { ...opened, kept: () => kept };
}

const field = (name: string) => page.getByLabelText(name, { exact: true });

function choose(text: string) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('there is none');
  const files = new DataTransfer();
  files.items.add(new File([text], 'entrances.csv', { type: 'text/csv' }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('an entrance is added, and saved when somebody says so', async () => {
  const { kept } = await open([STALLS]);
  await click('Add an entrance');
  await field('Name for guests').fill('Balcony, left');
  await field('Short name, the same at all kiosks').fill('balcony');
  await page.getByText('Ahead on the left').click();
  await click('Add a line');
  await field('Section, line 1').fill('Balcony*');
  await click('Take over');
  await says('Not saved yet.');
  await expect.element(page.getByText('Changes are saved at once.')).not.toBeInTheDocument();
  expect(kept()).toEqual([STALLS]);
  await click('Save the list');
  await says('Saved. It counts with the next scan.');
  expect(kept()[1]).toEqual(
    entrance('balcony', [{ section: 'Balcony*' }], {
      name: 'Balcony, left',
      way: { arrow: 'up-left', words: null, wordsIn: {} },
    }),
  );
});

test('what makes no sense is said beside it, and nothing is taken over', async () => {
  const { kept } = await open([STALLS, BALCONY]);
  await click('Change: Balcony, left');
  await field('Short name, the same at all kiosks').fill('stalls');
  await click('Take over');
  await says('A short name that no other entrance has, please.');
  await field('Short name, the same at all kiosks').fill('balcony');
  await field('Section, line 1').fill('Row {9-1}');
  await click('Take over');
  await says('A brace is open, or holds no range: Row {9-1}');
  await click('Leave it as it is');
  expect(kept()).toEqual([STALLS, BALCONY]);
});

test('an entrance is removed', async () => {
  const { kept } = await open([STALLS, BALCONY]);
  await click('Change: Stalls');
  await click('Remove this entrance');
  await click('Save the list');
  await expect.poll(() => kept().map(({ id }) => id)).toEqual(['balcony']);
});

test('a list is tried on tonight’s tickets before it is saved, and what is odd is named', async () => {
  const { main } = await open([STALLS, BALCONY]);
  main.on('tryEntrances', () => ({
    ok: true,
    value: {
      ...{ tickets: 1_210, copyFrom: NOW, nowhere: 14 },
      entrances: [
        { id: 'stalls', tickets: 800 },
        { id: 'balcony', tickets: 400 },
      ],
      shared: [{ ids: ['balcony', 'stalls'], tickets: 4 }],
      sections: [
        {
          ...{ section: 'Stalls left', tickets: 800, nowhere: 0 },
          entrances: [{ id: 'stalls', tickets: 800 }],
        },
        { section: null, tickets: 14, nowhere: 14, entrances: [] },
      ],
      ...{ moreSections: 3, moreIdle: 0, greedy: [] },
      idle: [{ entrance: 'balcony', pattern: { section: 'Gallery' } }],
    },
  }));
  await click('Try with tonight’s tickets');
  const report = page.getByRole('region', { name: 'Where they go' });
  await expect.element(report).toBeVisible();
  // Without what keeps names apart from the words around them.
  const text = report.element().textContent.replaceAll(/[\p{Cf}\s]+/gu, ' ');
  for (const said of [
    /Tickets in the copy of 19:10: 1 ?, ?210/,
    /No entrance: let in everywhere 14/,
    /Balcony, left : no ticket matches Gallery/,
    /In common, let in at both: .*\( ?4 ?\)/,
    /Further sections: 3/,
  ]) {
    expect(text).toMatch(said);
  }
  await picture('entrances');
  await expectAccessible();
});

test('a file is read whole or not at all: each line that is wrong is named', async () => {
  const { main, kept } = await open([STALLS]);
  main.on('readEntrances', () => ({
    ok: false,
    error: {
      type: 'lines',
      lines: [
        { line: 3, fault: 'not-a-colour', text: 'blue' },
        { line: 7, fault: 'open-quote', text: null },
      ],
      more: 12,
    },
  }));
  choose('entrance,colour\n…');
  await says('Nothing was taken from the file.');
  await expect.element(page.getByText(/Line 3: no colour such as #1a6b8f: .*blue/)).toBeVisible();
  await says('Line 7: a quotation mark opens and is never closed');
  await says('Others: 12');
  expect(kept()).toEqual([STALLS]);
  await expect.element(button('Save the list')).not.toBeInTheDocument();
});

test('a file that is read takes the list’s place on the screen, and is saved by a press', async () => {
  const { main, kept } = await open([STALLS]);
  main.on('readEntrances', () => ({ ok: true, value: [BALCONY] }));
  choose('entrance\nbalcony');
  await says(/Read from the file\. Entrances:.*1.*Try them, then save/s);
  expect(main.requests('readEntrances')).toEqual([{ file: btoa('entrance\nbalcony') }]);
  expect(kept()).toEqual([STALLS]);
  await click('Save the list');
  await expect.poll(kept).toEqual([BALCONY]);
});

test('a kiosk whose own entrance is not in the list says so', async () => {
  const { main } = await open([STALLS]);
  main.state({ settings: { ...main.settings, entrance: 'stage door' } });
  await says('This kiosk’s entrance is not in the list: nobody is sent on.');
});
