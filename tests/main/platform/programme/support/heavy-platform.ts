/**
 * A platform of 5,000 performances, seven a day for two years, whose answer weighs 25 MB, in a thread
 * of its own: it must not be the one that keeps the kiosk's thread busy. Tells its parent the address.
 */
import { gridEnds } from '#main/platform/programme/month-grid.ts';
import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';
import { performanceOn, series } from './facts.ts';

const PRODUCTIONS = 50;
const DAY = 24 * 60 * 60_000;
const DESCRIPTION = `<p style="font-size:11pt">${'A storm. '.repeat(540)}</p>`;

const performances = Array.from({ length: 5000 }, (_, index) => {
  const production = index % PRODUCTIONS;
  const day = new Date(Date.UTC(2026, 10, 20) + Math.floor(index / 7) * DAY);
  return performanceOn(day.toISOString().slice(0, 10), 10 + (index % 12), {
    performanceId: 1 + index,
    productionId: 100 + production,
    productionName: `Production ${production}`,
    productionDescription: `${DESCRIPTION}${production}`,
  });
});
const envelope = {
  serviceMessages: {},
  departmentId: null,
  clientId: 284,
  clientName: 'The House',
  clientActive: true,
};

function body(view: string | undefined, query: URLSearchParams): string {
  if (view === 'events') return JSON.stringify({ ...envelope, performances });
  if (view === 'series') {
    const seriesInformation = Array.from({ length: PRODUCTIONS }, (_, production) =>
      series({ productionId: 100 + production, productionDescription: DESCRIPTION }),
    );
    return JSON.stringify({ ...envelope, seriesInformation });
  }
  const month = { year: Number(query.get('year')), month: Number(query.get('month')) };
  const { first, last } = gridEnds(month);
  const inMonth = performances.filter(({ performanceDate }) => {
    const [mm, dd, yyyy] = performanceDate.split('/');
    const date = `${yyyy}-${mm}-${dd}`;
    return date >= first && date <= last;
  });
  return JSON.stringify({ ...envelope, performancesByDateDisplay: { any: inMonth } });
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://platform');
  const [, view] = /\/public\/(\w+)\//.exec(url.pathname) ?? [];
  response.end(body(view, url.searchParams));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  parentPort?.postMessage(`http://127.0.0.1:${port}`);
});
