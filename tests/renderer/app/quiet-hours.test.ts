import { expect, test } from 'vitest';
import { admission, apiError, openDoor, refusal } from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { withVoices } from '#tests/renderer/support/fake-voices.ts';
import { isOn } from '#tests/renderer/support/on-screen.ts';
import { openKiosk } from '#tests/renderer/support/open-kiosk.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

/** A door in London in winter, from half past nine in the evening on, whose quiet hours begin at ten. */
async function openInTheEvening() {
  const plain = openDoor();
  const quiet = { quietHours: '22:00-07:00', spokenVerdicts: true, volume: 0.5 } as const;
  const state = { ...plain, settings: { ...plain.settings, ...quiet } };
  const main = new FakeMain(state);
  let now = Date.UTC(2025, 10, 20, 21, 30);
  const { sounds } = await openKiosk(state, { main, now: () => now });
  return {
    sounds,
    show: async (verdict: ReturnType<typeof admission>) => {
      main.emit(withChanges(state, { verdict }));
      await isOn('verdict');
    },
    pass: (minutes: number) => {
      now += minutes * 60_000;
    },
  };
}

test('in quiet hours no verdict sounds, and none is spoken; before and after them each does', async () => {
  const voices = withVoices('en');
  const said = () => voices.asked.filter((asked) => asked.startsWith('en: '));
  const { sounds, show, pass } = await openInTheEvening();
  await show({ ...admission(), sequence: 1 });
  expect(sounds).toEqual([['admit', 0.5]]);
  await expect.poll(said).toEqual(['en: Welcome']);
  pass(30);
  await show({ ...refusal(apiError(13)), sequence: 2 });
  expect(sounds.at(-1)).toEqual(['reject', 0]);
  pass(9 * 60);
  await show({ ...admission(), sequence: 3, entryId: 'in the morning' });
  expect(sounds.at(-1)).toEqual(['admit', 0.5]);
  // Nothing of the night is said in the morning.
  await expect.poll(said).toEqual(['en: Welcome', 'en: Welcome']);
});
