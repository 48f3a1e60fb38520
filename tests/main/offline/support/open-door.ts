import type { Selection } from '#shared/model/selection.ts';
import { MINUTE, openEvening, type Evening, type Start, type TestKiosk } from './evening.ts';

interface Opening extends Start {
  /** Where it is; a platform of its own if it is left out. */
  readonly evening?: Evening;
  readonly scope?: Selection['scope'];
}

interface OpenDoor {
  readonly evening: Evening;
  readonly kiosk: TestKiosk;
  readonly selection: Selection;
}

/** An open door with its snapshot, and with the programme where it gets to know one. */
export async function openDoor({ evening, scope, ...start }: Opening = {}): Promise<OpenDoor> {
  const place = evening ?? (await openEvening());
  const kiosk = await place.kiosk(start);
  const selection = await kiosk.openDoor(scope);
  if (start.withProgramme === true) {
    await place.until(() => kiosk.state().programme.fetchedAt !== null, MINUTE);
  }
  return { evening: place, kiosk, selection };
}
