import type { KioskHandlers } from '#main/ipc/handlers.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { DemoGuide } from '#shared/model/demo-guide.ts';
import type { Selection } from '#shared/model/selection.ts';

/**
 * Signs in as somebody who may do everything, and opens the door for the performance that the guide's
 * tickets are for: nobody needs a password to train. False: it is for the trainee to do.
 */
export async function openForWhatIsOn(
  { signIn, filterOptions, select }: KioskHandlers,
  guide: DemoGuide,
  now: number,
): Promise<boolean> {
  const user = guide.users.find(({ role }) => role === 'scanner-with-patrons');
  if (user === undefined) return false;
  const signedIn = await signIn({ username: user.username, password: user.password });
  if (!signedIn.ok) return false;
  const offered = await filterOptions(null);
  const selection = offered.ok ? nearest(offered.value, now) : null;
  if (selection === null) return false;
  await select({ selection });
  return true;
}

/** The performance whose start is nearest to `now`; null: there is none. */
function nearest(clients: readonly ScanningClient[], now: number): Selection | null {
  const performances = clients.flatMap(({ id, value, productions }) =>
    (productions ?? []).flatMap(({ productionId, productionName, performances: all }) =>
      (all ?? []).map(({ performanceId, performanceStart }) => ({
        ...{ scope: 'performance' as const, clientId: id, clientName: value },
        ...{ productionId, productionName, performanceId, performanceStart },
      })),
    ),
  );
  const distance = ({ performanceStart }: { readonly performanceStart: number }) =>
    Math.abs(performanceStart - now);
  return performances.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}
