/**
 * The thread for work on all tickets of a snapshot, or on a file of entrances, so that no scan waits for it. Each
 * client starts one of its own; what it has read is freed when it ends.
 */
import { serveWorker } from '#main/base/serve-worker.ts';
import { entrancesCalls, type EntrancesCalls } from '#main/entrance/entrances/entrances-calls.ts';
import { searchCalls, type SearchCalls } from '#main/entrance/find/search-calls.ts';
import { partyOf, type PartyCalls } from '#main/entrance/party/party-calls.ts';

serveWorker<SearchCalls & PartyCalls & EntrancesCalls, number>((port) => ({
  ...searchCalls(port),
  ...entrancesCalls,
  party: partyOf,
}));
