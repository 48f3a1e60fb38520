import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { Entrance } from '#shared/model/entrance.ts';
import type { EntranceTrial, SectionCount } from '#shared/model/entrance-trial.ts';
import { EntrancePatterns, type Rule } from './entrance-patterns.ts';

/** The most sections, and patterns that do nothing, that are told of. */
const MOST_SECTIONS = 200;
const MOST_ODD = 50;

interface Section {
  tickets: number;
  nowhere: number;
  readonly entrances: Map<string, number>;
}

/** Counts where tickets would go with these entrances; those that are void go nowhere and do not count. */
export function tryEntrances(
  entrances: readonly Entrance[],
  tickets: Iterable<SnapshotTicket>,
  copyFrom: number,
): EntranceTrial {
  const patterns = new EntrancePatterns(entrances);
  const byPattern = new Map<Rule['pattern'], number>();
  const byEntrance = new Map<string, number>();
  const byPair = new Map<string, number>();
  const sections = new Map<string | null, Section>();
  let [total, nowhere] = [0, 0];

  for (const ticket of tickets) {
    if (ticket.refundedOrVoided) continue;
    total += 1;
    const rules = patterns.matching(ticket);
    for (const { pattern } of new Set(rules)) add(byPattern, pattern);
    const ids = [...new Set(rules.map(({ entrance }) => entrance.id))].sort();
    const section = sectionOf(sections, ticket.section?.trim() || null);
    section.tickets += 1;
    if (ids.length === 0) [nowhere, section.nowhere] = [nowhere + 1, section.nowhere + 1];
    for (const [index, id] of ids.entries()) {
      add(byEntrance, id);
      add(section.entrances, id);
      for (const other of ids.slice(index + 1)) add(byPair, JSON.stringify([id, other]));
    }
  }

  const all = entrances.flatMap(({ id, tickets: own }) =>
    own.map((pattern) => ({ entrance: id, pattern })),
  );
  const countOf = ({ pattern }: (typeof all)[number]) => byPattern.get(pattern) ?? 0;
  const idle = all.filter((one) => countOf(one) === 0);
  const greedy = total === 0 ? [] : all.filter((one) => countOf(one) === total);
  const largest = [...sections].sort(([, a], [, b]) => b.tickets - a.tickets);
  return {
    ...{ tickets: total, copyFrom, nowhere },
    entrances: entrances.map(({ id }) => ({ id, tickets: byEntrance.get(id) ?? 0 })),
    shared: [...byPair]
      .map(([pair, count]) => ({ ids: JSON.parse(pair) as [string, string], tickets: count }))
      .sort((a, b) => b.tickets - a.tickets),
    sections: largest.slice(0, MOST_SECTIONS).map(toldOf),
    moreSections: Math.max(0, largest.length - MOST_SECTIONS),
    idle: idle.slice(0, MOST_ODD),
    moreIdle: Math.max(0, idle.length - MOST_ODD),
    greedy: greedy.slice(0, MOST_ODD),
  };
}

function sectionOf(sections: Map<string | null, Section>, name: string | null): Section {
  const known = sections.get(name) ?? { tickets: 0, nowhere: 0, entrances: new Map() };
  sections.set(name, known);
  return known;
}

function toldOf([section, { tickets, nowhere, entrances }]: [
  string | null,
  Section,
]): SectionCount {
  const counts = [...entrances].sort(([, a], [, b]) => b - a);
  return {
    ...{ section, tickets, nowhere },
    entrances: counts.map(([id, count]) => ({ id, tickets: count })),
  };
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
