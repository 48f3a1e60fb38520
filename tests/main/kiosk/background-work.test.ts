import { BackgroundWork } from '#main/kiosk/background-work.ts';
import { uploads } from '#tests/support/kiosk-state.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

const PLATFORM = 'https://tickets.example';
const CLIENT = { baseUrl: PLATFORM, filter: { clientId: 1 }, username: 'ada' };
const SERIES = { ...CLIENT, filter: { clientId: 1, productionId: 20 } };

/** What is set going, and the world that it depends on; `changes` is one piece of news. */
function kiosk(refreshed: () => Promise<void> = () => Promise.resolve()) {
  const world = {
    reachable: true,
    token: null as string | null,
    wanted: null as typeof CLIENT | null,
    pending: 0,
  };
  let done: string[] = [];
  let awaitsSnapshot = false;
  const work = new BackgroundWork({
    snapshots: {
      wake: (admissionsWait) => {
        done.push(admissionsWait ? 'refresh soon' : 'refresh');
        // The snapshot tells at once that it is busy, and so there is news in the middle of it.
        work.follow();
        return refreshed();
      },
    },
    uploader: {
      waitForSnapshot() {
        done.push('wait');
        awaitsSnapshot = true;
      },
      get awaitsSnapshot() {
        return awaitsSnapshot;
      },
      noteDownload() {
        if (awaitsSnapshot) done.push('upload');
        awaitsSnapshot = false;
      },
      get state() {
        return uploads({ pending: world.pending });
      },
    },
    isReachable: () => world.reachable,
    credentials: () => (world.token === null ? null : { username: 'door', token: world.token }),
    wantedTickets: () => world.wanted && { ...world.wanted },
  });
  work.follow();
  const after = async (changes: Partial<typeof world>): Promise<string[]> => {
    done = [];
    Object.assign(world, changes);
    work.follow();
    // All sorts of things happen in a kiosk that are no news.
    work.follow();
    await nextTurn();
    return done;
  };
  return { after };
}

/** Somebody is signed in, the door is open, the platform is there. */
async function open() {
  const { after } = kiosk();
  await after({ token: 'first', wanted: CLIENT });
  return { after };
}

const BOTH = ['wait', 'refresh', 'upload'];

describe('uploads and the download of tickets are set going, once for each piece of news', () => {
  test('somebody signs in, and then opens the door: uploads wait for the snapshot of that', async () => {
    const { after } = kiosk();
    expect(await after({ token: 'first', pending: 2 })).toEqual(['wait', 'refresh soon']);
    expect(await after({ wanted: CLIENT })).toEqual(['refresh soon', 'upload']);
  });

  test('somebody signs in where the door is open for something already', async () => {
    expect(await kiosk().after({ token: 'first', wanted: CLIENT })).toEqual(BOTH);
  });

  test('the platform can be reached again', async () => {
    const { after } = await open();
    expect(await after({ reachable: false }), 'that it cannot is no reason for anything').toEqual(
      [],
    );
    expect(await after({ reachable: true })).toEqual(BOTH);
  });

  test('somebody signs in while the platform cannot be reached, and then it can', async () => {
    const { after } = kiosk();
    expect(await after({ reachable: false, token: 'first' })).toEqual([]);
    expect(await after({ reachable: true, wanted: CLIENT })).toEqual(BOTH);
  });

  test('somebody else signs in, or the same user once more', async () => {
    const { after } = await open();
    expect(await after({ token: 'second' })).toEqual(BOTH);
    expect(await after({ token: null }), 'signed out').toEqual([]);
    expect(await after({ token: 'second' }), 'and in again').toEqual(BOTH);
  });

  test('nothing has changed', async () => {
    expect(await (await open()).after({})).toEqual([]);
  });
});

test('the snapshot that is waited for is called off, because the door is opened for something else', async () => {
  const downloads: (() => void)[] = [];
  const { after } = kiosk(() => new Promise((resolve) => downloads.push(resolve)));
  await after({ token: 'first', wanted: CLIENT });
  expect(await after({ wanted: SERIES })).toEqual(['refresh']);
  downloads[0]?.();
  expect(await after({})).toEqual([]);
  const done = after({});
  downloads[1]?.();
  expect(await done).toEqual(['upload']);
});

describe('other tickets are wanted', () => {
  test('the door is opened for something else: they are downloaded, and nothing goes up for it', async () => {
    const { after } = await open();
    expect(await after({ wanted: SERIES })).toEqual(['refresh']);
    expect(await after({ wanted: { ...SERIES } }), 'the same again').toEqual([]);
    expect(await after({ wanted: CLIENT })).toEqual(['refresh']);
  });

  test('of another platform', async () => {
    expect(
      await (await open()).after({ wanted: { ...CLIENT, baseUrl: 'https://other.example' } }),
    ).toEqual(['refresh']);
  });

  test('none any more: a download that is under way is called off', async () => {
    expect(await (await open()).after({ wanted: null })).toEqual(['refresh']);
  });
});
