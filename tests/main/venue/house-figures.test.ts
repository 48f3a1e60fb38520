import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AnyEvent } from '#main/venue/house-event.ts';
import { prepareFigures } from '#main/venue/house-figures.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { HOUR } from '#shared/time.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { admission } from './support/air.ts';

test('an event that is deeper than SQLite reads JSON is an admission like any other, and ends nothing', () => {
  const db = openHouseFile(join(temporaryFolder(), 'house.db'));
  const store = new HouseStore(db);
  onTestFinished(() => store.close());
  const first = admission('Left', { id: 'a', mark: 'a', ticketId: 1 });
  const deep: AnyEvent = {
    ...admission('Left', { id: 'b', mark: 'b', ticketId: 2, follows: 'a' }),
    later: JSON.parse('['.repeat(1_500) + ']'.repeat(1_500)) as unknown,
  };
  store.tell([first]);
  store.hear({
    ...{ type: 'told', origin: 'another', after: 0, upTo: 1 },
    events: [[1, JSON.stringify(deep)]],
  });
  expect(store.passagesLike(first).map(({ id }) => id)).toEqual(['a']);
  const { admitted, since } = prepareFigures(db)(first.at + HOUR, 0);
  expect(admitted).toMatchObject([{ count: 2 }]);
  expect(since).toMatchObject([{ count: 2 }]);
});
