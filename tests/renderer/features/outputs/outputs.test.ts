import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OutputSetting, OutputSetup, OutputState } from '#shared/model/output.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { NOW, openDoor } from '#tests/renderer/support/builders.ts';
import { picture } from '#tests/renderer/support/open-kiosk.ts';
import { openReadiness } from '#tests/renderer/features/readiness/open-readiness.ts';
import { openSettings, SettingsMain } from '#tests/renderer/support/settings.ts';

const DONE = { ok: true, value: null } as const;
const GATE: OutputSetting = {
  ...{ name: 'North gate', purpose: 'gate', follows: ['admit', 'exit'], pulse: 1_500 },
  way: {
    ...{ type: 'modbus', host: '192.168.1.30', port: 502, unit: 1, coil: 3 },
    ...{ input: null, passWithin: 8_000 },
  },
};
const LIGHT: OutputSetting = {
  ...{ name: 'Red light', purpose: 'signal', follows: ['reject'], pulse: 2_000 },
  way: { type: 'http', url: 'http://192.168.1.20/relay/0?turn=on', method: 'GET', body: '' },
};
const STATES: readonly OutputState[] = [
  {
    ...{ name: 'North gate', commands: 3, dropped: 1, lastAt: NOW, releases: null },
    condition: { type: 'failing', why: 'unreachable', since: NOW },
  },
  {
    ...{ name: 'Red light', commands: 1, dropped: 0, lastAt: NOW, releases: null },
    condition: { type: 'ready' },
  },
];

/** A gate of which nobody was seen to go through. */
const FAULTY: OutputState = {
  ...{ name: 'North gate', commands: 42, dropped: 0, lastAt: NOW, condition: { type: 'ready' } },
  releases: { count: 42, passed: 31, notPassed: 11, isFaulty: true, isUnread: false },
};

async function openOutputs(
  outputs: readonly OutputSetting[],
  isNarrow = false,
  states: readonly OutputState[] = STATES,
) {
  const main = new SettingsMain(openDoor({ outputs: states }));
  let all: readonly OutputSetup[] = outputs.map((output) => ({ output, hasAuthorization: true }));
  main.on('outputs', () => ({ ok: true, value: all }));
  main.on('testOutput', ({ name }) =>
    name === GATE.name ? { ok: false, error: { type: 'output', why: 'unreachable' } } : DONE,
  );
  main.on('removeOutput', ({ name }) => {
    all = all.filter(({ output }) => output.name !== name);
    return DONE;
  });
  main.on('keepOutput', () => DONE);
  await openSettings('Gates and signals', { main, size: isNarrow ? 'portrait' : 'laptop' });
  return main;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('outputs are listed with how they are, tested, and removed when somebody is sure', async () => {
  const main = await openOutputs([GATE, LIGHT]);
  await expect.element(page.getByText(/North gate.*nobody answers at its address/)).toBeVisible();
  await button('Test Red light').click();
  await expect.element(page.getByText('It was switched.')).toBeVisible();
  await button('Test North gate').click();
  await expect
    .element(page.getByText('nobody answers at its address', { exact: true }))
    .toBeVisible();
  await expectAccessible();
  await picture('outputs');
  await button('Remove North gate').click();
  await button('Keep').click();
  expect(main.requests('removeOutput')).toEqual([]);
  await button('Remove North gate').click();
  await button('Remove').click();
  await expect.element(page.getByText(/North gate/)).not.toBeInTheDocument();
});

test('a gate is set up by typing, and what is wrong is said beside its field', async () => {
  const main = await openOutputs([]);
  await expect.element(page.getByText('Nothing is switched.')).toBeVisible();
  await button('Add').click();
  await page.getByLabelText('Name').fill('South gate');
  await page.getByLabelText('For how long, in seconds').fill('0,5');
  await page.getByLabelText('The device’s address').fill('192.168.1.30');
  await page.getByLabelText('Coil, counted from 0').fill('x');
  main.on('keepOutput', () => ({ ok: false, error: { type: 'wrong', field: 'coil' } }));
  await button('Save').click();
  await expect.element(page.getByText('This cannot be used.')).toBeVisible();
  await expect.element(page.getByLabelText('Coil, counted from 0')).toHaveAttribute('aria-invalid');
  await expectAccessible();
  await picture('output-form');
  await page.getByLabelText('Coil, counted from 0').fill('3');
  main.on('keepOutput', () => DONE);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(main.requests('keepOutput').at(-1)).toEqual({
    ...{ was: null, authorization: null },
    output: {
      ...{ name: 'South gate', purpose: 'gate', follows: ['admit', 'exit'], pulse: 500 },
      way: { type: 'modbus', host: '192.168.1.30', port: 502, unit: 1, coil: 3 },
    },
  });
});

test('a light over HTTP is changed without its Authorization being asked for again', async () => {
  const main = await openOutputs([LIGHT], true);
  await button('Change Red light').click();
  await expect
    .element(page.getByLabelText('Address'))
    .toHaveValue('http://192.168.1.20/relay/0?turn=on');
  await expect.element(page.getByLabelText('Authorization header')).toHaveValue('');
  await page.getByText('Already scanned').click();
  await picture('output-form-portrait');
  await button('Save').click();
  await expect
    .poll(() => main.requests('keepOutput'))
    .toEqual([
      {
        ...{ was: 'Red light', authorization: null },
        output: { ...LIGHT, follows: ['reject', 'duplicate'] },
      },
    ]);
});

test('a dead gate is a line on the readiness page, with what to do', async () => {
  await openReadiness(openDoor({ outputs: STATES }));
  await expect.element(page.getByText(/North gate.*nobody answers at its address/)).toBeVisible();
  const advice = page.getByText(/Let guests pass by hand/);
  await expect.element(advice).toBeVisible();
  advice.element().scrollIntoView({ block: 'center' });
  await picture('readiness-dead-gate');
});

test('a rehearsal tells what it would have switched, and calls nothing broken', async () => {
  await openReadiness(openDoor({ outputs: STATES, rehearsal: true }));
  await expect.element(page.getByText(/North gate.*would have been switched/)).toBeVisible();
  await expect.element(page.getByText(/nobody answers/)).not.toBeInTheDocument();
});

test('a gate gets an input by typing its number, and then the time in which guests go through', async () => {
  const main = await openOutputs([GATE]);
  await button('Change North gate').click();
  const time = page.getByLabelText('How long a guest has to go through, in seconds');
  await expect.element(time).not.toBeInTheDocument();
  await page.getByLabelText('Input that tells of a guest, counted from 0').fill('5');
  await expect.element(time).toHaveValue('8');
  time.element().scrollIntoView({ block: 'center' });
  await picture('output-form-input');
  await time.fill('1');
  main.on('keepOutput', () => ({ ok: false, error: { type: 'wrong', field: 'passWithin' } }));
  await button('Save').click();
  await expect.element(page.getByText('From 2 to 30 seconds.')).toBeVisible();
  await expectAccessible();
  await picture('output-form-input-wrong');
  await time.fill('6,5');
  main.on('keepOutput', () => DONE);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(main.requests('keepOutput').at(-1)).toMatchObject({
    output: { way: { ...GATE.way, input: 5, passWithin: 6_500 } },
  });
});

test('an input that is set is shown as it is, and only a gate has one', async () => {
  const way = { ...GATE.way, input: 5, passWithin: 6_500 } as OutputSetting['way'];
  const main = await openOutputs([{ ...GATE, way }]);
  await button('Change North gate').click();
  const input = page.getByLabelText('Input that tells of a guest, counted from 0');
  await expect.element(input).toHaveValue('5');
  await expect
    .element(page.getByLabelText('How long a guest has to go through, in seconds'))
    .toHaveValue('6.5');
  await page.getByText('Light or other signal').click();
  await expect.element(input).not.toBeInTheDocument();
  await page.getByText('Gate', { exact: true }).click();
  await input.fill('');
  await button('Save').click();
  await expect.poll(() => main.requests('keepOutput')).toHaveLength(1);
  expect(main.requests('keepOutput')[0]).toMatchObject({
    output: { way: { type: 'modbus', host: '192.168.1.30', port: 502, unit: 1, coil: 3 } },
  });
  expect(JSON.stringify(main.requests('keepOutput')[0])).not.toContain('passWithin');
});

test('a faulty input is said, with how many went through, until somebody says that it works again', async () => {
  const main = await openOutputs([GATE], false, [FAULTY]);
  main.on('noteInputLookedAt', () => DONE);
  await expect
    .element(page.getByText(/North gate.*10 times in a row nobody was seen to go through/))
    .toBeVisible();
  await expectAccessible();
  await picture('outputs-faulty-input');
  await button('The input works again North gate').click();
  await expect.poll(() => main.requests('noteInputLookedAt')).toEqual([{ name: 'North gate' }]);
});

test('a faulty input is a line on the readiness page, with what to do', async () => {
  await openReadiness(openDoor({ outputs: [FAULTY] }));
  await expect
    .element(page.getByText(/North gate.*10 times in a row nobody was seen to go through/))
    .toBeVisible();
  const advice = page.getByText(/Look at the gate’s input/);
  await expect.element(advice).toBeVisible();
  advice.element().scrollIntoView({ block: 'center' });
  await picture('readiness-faulty-input');
});

test('an input that is not read in time is a line on the readiness page, with what to do', async () => {
  const releases = { count: 4, passed: 0, notPassed: 0, isFaulty: false, isUnread: true };
  await openReadiness(openDoor({ outputs: [{ ...FAULTY, releases }] }));
  await expect
    .element(page.getByText(/North gate.*its input does not answer in time/))
    .toBeVisible();
  await expect.element(page.getByText(/Check the network to the gate/)).toBeVisible();
});

test('readiness counts who went through a gate whose input works', async () => {
  const releases = { count: 42, passed: 40, notPassed: 2, isFaulty: false, isUnread: false };
  await openReadiness(openDoor({ outputs: [{ ...FAULTY, releases }] }));
  await expect
    .element(page.getByText(/seen to go through since the start: 40 of 42/))
    .toBeVisible();
});
