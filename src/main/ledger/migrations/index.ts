import type { Migration } from '#main/ledger/migrate.ts';
import { entries } from './001-entries.ts';
import { tallies } from './002-tallies.ts';
import { sentAgain } from './003-sent-again.ts';
import { twoDoors } from './004-two-doors.ts';
import { guessedTimes } from './005-guessed-times.ts';
import { questions } from './006-questions.ts';
import { otherDoor } from './007-other-door.ts';
import { waysInAndOut } from './008-ways-in-and-out.ts';
import { uploadedSince } from './009-uploaded-since.ts';
import { lighterUploads } from './010-lighter-uploads.ts';
import { oneRowAScan } from './011-one-row-a-scan.ts';
import { unlisted } from './012-unlisted.ts';
import { lineage } from './013-lineage.ts';

/** In order. A released migration is never changed: add a new one. */
export const MIGRATIONS: readonly Migration[] = [
  entries,
  tallies,
  sentAgain,
  twoDoors,
  guessedTimes,
  questions,
  otherDoor,
  waysInAndOut,
  uploadedSince,
  lighterUploads,
  oneRowAScan,
  unlisted,
  lineage,
];
