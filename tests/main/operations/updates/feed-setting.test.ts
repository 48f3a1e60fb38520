import { err, ok } from '#shared/result.ts';
import { newKiosk } from '#tests/support/new-kiosk.ts';
import { expect, onTestFinished, test } from 'vitest';

function openKiosk() {
  const { kiosk } = newKiosk({}, { version: '1.0.0' });
  onTestFinished(() => kiosk.stop());
  const { handlers } = kiosk;
  return {
    ...handlers,
    kiosk,
    setFeed: (updateFeed: unknown) => handlers.changeSettings({ change: { updateFeed } }),
  };
}

test('where updates come from is said by whoever has the PIN: without one, by nobody', async () => {
  const { kiosk, setFeed, setPin } = openKiosk();
  const refused = err({ type: 'needs-pin', settings: ['updateFeed'] });
  expect(await setFeed('https://updates.example')).toEqual(refused);
  expect(await setFeed(null), 'the way back is free').toEqual(ok(null));
  await setPin({ pin: '4711' });
  expect(await setFeed('https://updates.example/usher/')).toEqual(ok(null));
  expect(kiosk.state().settings.updateFeed).toBe('https://updates.example/usher');
});

test('updates come over https, or from this machine', async () => {
  const { setFeed, setPin } = openKiosk();
  await setPin({ pin: '4711' });
  const refused = err({ type: 'not-good', settings: ['updateFeed'] });
  for (const feed of ['http://updates.example', 'ftp://updates.example', 'up dates', 7]) {
    expect(await setFeed(feed), String(feed)).toEqual(refused);
  }
  expect(await setFeed('http://127.0.0.1:8080')).toEqual(ok(null));
});

test('a kiosk whose updates others install has none to install', async () => {
  const { kiosk, installUpdate, lookForUpdate } = openKiosk();
  expect(kiosk.state().machine.update).toEqual({ type: 'none' });
  expect(await lookForUpdate(null)).toEqual(ok(null));
  expect(await installUpdate(null)).toEqual(err({ type: 'no-update' }));
});
