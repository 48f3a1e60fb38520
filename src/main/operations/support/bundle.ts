import { writeNewFile } from '#main/base/export/new-file.ts';
import { supportName, type ExportParts } from '#main/base/export/parts.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import { userVersion } from '#main/ledger/schema-on-disk.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { SavedFile } from '#shared/ipc/calls.ts';
import type { NotWritten } from '#shared/model/failures.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { ok, type Result } from '#shared/result.ts';
import { join } from 'node:path';
import { filesIn, type FileFact } from './file-facts.ts';
import { ledgerFacts } from './ledger-facts.ts';
import { logEntries } from './logs.ts';
import type { OfMachine } from './of-machine.ts';
import { readinessFacts } from './readiness-facts.ts';
import { settingsFacts } from './settings-facts.ts';
import { versionFacts } from './version-facts.ts';
import { withoutHome } from './without-home.ts';
import { zipped, type BundleEntry } from './zip.ts';

export interface SupportBundlePorts {
  readonly exports: ExportParts;
  readonly state: () => KioskState;
  readonly keeper: Pick<LedgerKeeper, 'use' | 'fault'>;
  readonly settingsFile: SettingsFile;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
  /** The kiosk that is in use, and its ledger. */
  readonly dataDirectory: string;
  readonly machine?: OfMachine;
}

type Facts = Record<string, unknown>;

/**
 * A support bundle: one file for remote support. It contains selected facts only, and no complete files of
 * the kiosk except its logs, which are masked again. If a part cannot be collected, the bundle says so in
 * its place, because bundles are needed most when something is broken.
 */
export class SupportBundle {
  readonly #ports: SupportBundlePorts;
  #saving: Promise<Result<SavedFile, NotWritten>> | null = null;

  constructor(ports: SupportBundlePorts) {
    this.#ports = ports;
  }

  /** Writes a new bundle to the folder for users' files; callers meanwhile share the result. */
  save(): Promise<Result<SavedFile, NotWritten>> {
    this.#saving ??= this.#save().finally(() => (this.#saving = null));
    return this.#saving;
  }

  async #save(): Promise<Result<SavedFile, NotWritten>> {
    const { exports, clock, logger } = this.#ports;
    const name = supportName(exports.ofKiosk(), clock.now());
    const entries = await this.#entries();
    const written = await writeNewFile<never>(
      { folder: exports.folder, name, extension: 'zip' },
      asParts(zipped(entries)),
    );
    if (written.ok) logger.info('a support bundle was saved');
    else logger.warn('a support bundle could not be saved', { errorCode: written.error.code });
    return written;
  }

  async #entries(): Promise<BundleEntry[]> {
    const { state, settingsFile, dataDirectory, machine } = this.#ports;
    const installation = machine?.installation ?? dataDirectory;
    return [
      await this.#json('versions', () => versionFacts(state(), machine?.graphics() ?? null)),
      await this.#json('readiness', () => readinessFacts(state())),
      await this.#json('settings', () => settingsFacts(settingsFile)),
      await this.#json('ledger', () => this.#ledger()),
      await this.#json('files', async () => ({
        installation: await filesIn(installation),
        snapshots: await filesIn(join(installation, 'snapshots')),
        crashDumps: machine ? await crashDumps(machine) : [],
      })),
      ...(await logEntries(machine?.logFolder ?? join(installation, 'logs'))),
    ];
  }

  async #ledger(): Promise<Facts> {
    const { keeper, dataDirectory } = this.#ports;
    const files = (await filesIn(dataDirectory)).filter(({ name }) => name.startsWith('ledger.db'));
    const size = files.find(({ name }) => name === 'ledger.db')?.bytes ?? 0;
    return {
      files,
      schemaOnDisk: userVersion(join(dataDirectory, 'ledger.db')),
      fault: keeper.fault?.code ?? null,
      ...(await ledgerFacts(keeper, size)),
    };
  }

  async #json(part: string, make: () => Facts | Promise<Facts>): Promise<BundleEntry> {
    let facts: Facts;
    try {
      facts = await make();
    } catch (error) {
      this.#ports.logger.error('a part of the support bundle is missing', errorFact(error));
      facts = { missing: errorFact(error).errorName };
    }
    return { name: `${part}.json`, content: [withoutHome(`${JSON.stringify(facts, null, 2)}\n`)] };
  }
}

async function* asParts(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Result<Uint8Array, never>> {
  for await (const piece of pieces) yield ok(piece);
}

async function crashDumps({ crashFolder }: OfMachine): Promise<FileFact[]> {
  return crashFolder === null ? [] : filesIn(crashFolder, true);
}
