import { BackgroundWork } from '#main/kiosk/background-work.ts';
import { describe, expect, test } from 'vitest';

const PLATFORM = 'https://tickets.example';
const CLIENT = { platform: PLATFORM, filter: { clientId: 1 }, username: 'ada' };
const SERIES = { ...CLIENT, filter: { clientId: 1, productionId: 20 } };

/** What is set going, and the world that it depends on; `changes` is one piece of news. */
function kiosk() {
  const world = {
    reachable: true,
    token: null as string | null,
    wanted: null as typeof CLIENT | null,
  };
  let done: string[] = [];
  const work = new BackgroundWork({
    cache: {
      refresh: () => {
        done.push('refresh');
        // The cache tells at once that it is busy, and so there is news in the middle of it.
        work.follow();
        return Promise.resolve();
      },
    },
    uploader: { wake: () => done.push('upload') },
    isReachable: () => world.reachable,
    credentials: () => (world.token === null ? null : { username: 'door', token: world.token }),
    wantedTickets: () => world.wanted && { ...world.wanted },
  });
  work.follow();
  const after = (changes: Partial<typeof world>): string[] => {
    done = [];
    Object.assign(world, changes);
    work.follow();
    // All sorts of things happen in a kiosk that are no news.
    work.follow();
    return done;
  };
  return { after };
}

/** Somebody is signed in, the door is open, the platform is there. */
function open() {
  const { after } = kiosk();
  after({ token: 'first', wanted: CLIENT });
  return { after };
}

const BOTH = ['upload', 'refresh'];

describe('uploads and the download of tickets are set going, once for each piece of news', () => {
  test('somebody signs in', () => {
    expect(kiosk().after({ token: 'first' })).toEqual(BOTH);
  });

  test('somebody signs in where the door is open for something already', () => {
    expect(kiosk().after({ token: 'first', wanted: CLIENT })).toEqual(BOTH);
  });

  test('the platform can be reached again', () => {
    const { after } = open();
    expect(after({ reachable: false }), 'that it cannot is no reason for anything').toEqual([]);
    expect(after({ reachable: true })).toEqual(BOTH);
  });

  test('somebody signs in while the platform cannot be reached, and then it can', () => {
    const { after } = kiosk();
    expect(after({ reachable: false, token: 'first' })).toEqual([]);
    expect(after({ reachable: true })).toEqual(BOTH);
  });

  test('somebody else signs in, or the same user once more', () => {
    const { after } = open();
    expect(after({ token: 'second' })).toEqual(BOTH);
    expect(after({ token: null }), 'signed out').toEqual([]);
    expect(after({ token: 'second' }), 'and in again').toEqual(BOTH);
  });

  test('nothing has changed', () => {
    expect(open().after({})).toEqual([]);
  });
});

describe('other tickets are wanted', () => {
  test('the door is opened for something else: they are downloaded, and nothing goes up for it', () => {
    const { after } = open();
    expect(after({ wanted: SERIES })).toEqual(['refresh']);
    expect(after({ wanted: { ...SERIES } }), 'the same again').toEqual([]);
    expect(after({ wanted: CLIENT })).toEqual(['refresh']);
  });

  test('of another platform', () => {
    expect(open().after({ wanted: { ...CLIENT, platform: 'https://other.example' } })).toEqual([
      'refresh',
    ]);
  });

  test('none any more: a download that is under way is called off', () => {
    expect(open().after({ wanted: null })).toEqual(['refresh']);
  });
});
