import { LedgerKeeper, type LedgerKeeperPorts } from '#main/ledger/keeper.ts';
import { Ledger } from '#main/ledger/ledger.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import { ok } from '#shared/result.ts';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { optionsFor, testVault, valueOf } from './support.ts';

/** A keeper over a real file in `folder`, not yet started; closed when the test has finished. */
export function keeperIn(
  folder = temporaryFolder(),
  changes: Partial<LedgerKeeperPorts> = {},
  clock = new FakeClock(),
) {
  const path = join(folder, 'ledger.db');
  const logger = new RecordingLogger();
  /** What it has told, in its order. */
  const told: string[] = [];
  const keeper = new LedgerKeeper({
    path,
    open: (isReopened) => openLedger(optionsFor(path, { clock, isReopened })),
    clock,
    logger,
    beforeClose: () => {
      told.push('before close');
      return Promise.resolve();
    },
    onReady: () => told.push('ready'),
    onChange: () => told.push('changed'),
    ...changes,
  });
  onTestFinished(() => keeper.close());
  return { path, clock, logger, told, keeper };
}

/** A ledger whose file takes writes or not, as the test wants it. */
export function ledgerOnSwitch() {
  const db = valueOf(openDatabase(join(temporaryFolder(), 'ledger.db')));
  const ledger = new Ledger({ db, sealer: new Sealer(testVault), kioskId: 'north-door' });
  return {
    ledger,
    open: () => ok({ ledger, quarantined: null }),
    mayWrite: (may: boolean) => db.pragma(`query_only = ${may ? 0 : 1}`),
  };
}
