import { createHash } from 'node:crypto';
import type { Clock } from '#main/base/ports.ts';
import type { Asked, FindPage, ServedPage } from '#main/operations/metrics/endpoint.ts';
import { firstSpoken } from '#shared/first-spoken.ts';
import type { HousePage, HousePageFacts } from '#shared/model/house-page.ts';
import type { Language } from '#shared/model/settings.ts';
import type { LinkToken } from './link-token.ts';
import { WrongTries } from './wrong-tries.ts';

/** Where the page is; a token follows. */
export const HOUSE_PATH = '/house/';

/** For how long a drawing is shown to all who ask, in milliseconds: however many they are, the door does not feel it. */
const FRESH = 1_000;

export interface HousePageParts {
  readonly token: Pick<LinkToken, 'opens'>;
  /** Loads what draws the page. */
  readonly load: () => Promise<HousePage>;
  /** Looks what there is to show now. */
  readonly look: () => Promise<Omit<HousePageFacts, 'language'>>;
  /** The kiosk's language; null: the phone says which. */
  readonly language: () => Language | null;
  readonly clock: Pick<Clock, 'steady'>;
}

/**
 * The page of the house for phones. Without the right token there is no such page: it is answered as every other
 * path that is not there.
 */
export function servedHousePage({ token, load, look, language, clock }: HousePageParts): FindPage {
  const wrongTries = new WrongTries(clock);
  const drawings = new Map<Language, Promise<ServedPage>>();
  let looking: ReturnType<typeof look> | null = null;
  let lookedAt = -Infinity;

  /** Looks at most once a second, and draws as often for each language. */
  function drawing(as: Language): Promise<ServedPage> {
    if (looking === null || clock.steady() - lookedAt >= FRESH) {
      lookedAt = clock.steady();
      looking = look();
      drawings.clear();
    }
    const drawn = drawings.get(as) ?? draw(looking, as);
    drawings.set(as, drawn);
    return drawn;
  }

  async function draw(facts: ReturnType<typeof look>, as: Language): Promise<ServedPage> {
    const [page, known] = await Promise.all([load(), facts]);
    return {
      contentType: 'text/html; charset=utf-8',
      text: page.draw({ ...known, language: as }),
      headers: headersOf(page),
    };
  }

  function isAdmitted({ path, address }: Asked): boolean {
    if (!path.startsWith(HOUSE_PATH) || wrongTries.areTooMany(address)) return false;
    const isRight = token.opens(path.slice(HOUSE_PATH.length));
    if (!isRight) wrongTries.note(address);
    return isRight;
  }

  return (asked) =>
    isAdmitted(asked)
      ? () => drawing(language() ?? firstSpoken(tagsOf(asked.languages)) ?? 'en')
      : null;
}

/** Nothing but the page's own style and script; it asks nobody but this kiosk, is in no frame, and tells nobody its link. */
function headersOf({ style, script }: HousePage): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${hashOf(style)}`,
      `script-src ${hashOf(script)}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The languages that a browser asks for, as it lists them: that is by preference, whatever their weights. */
function tagsOf(acceptLanguage: string): readonly string[] {
  return acceptLanguage.split(',').map((part) => part.replace(/;.*/, '').trim().toLowerCase());
}
