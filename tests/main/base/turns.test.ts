import { expect, test } from 'vitest';
import { Turns } from '#main/base/turns.ts';

test('work comes one after another, also after work that failed', async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const work = (name: string, fails = false) =>
    turns.take(async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const first = work('first');
  const second = work('second', true);
  const third = work('third');
  await expect(second).rejects.toThrow('second');
  expect(await Promise.all([first, third])).toEqual(['first', 'third']);
  expect(seen).toEqual(
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('it is settled once all is over that was asked for until then, and fails for nobody’s failure', async () => {
  const turns = new Turns();
  let isOver = false;
  const failing = turns.take(() => Promise.reject(new Error('no')));
  const slow = turns.take(async () => {
    await Promise.resolve();
    isOver = true;
  });
  await turns.settled();
  expect(isOver).toBe(true);
  await expect(failing).rejects.toThrow('no');
  await slow;
});
