import { Slice } from '#main/base/slice.ts';
import type { OutputState } from '#shared/model/output.ts';
import { join } from 'node:path';
import { sealedBy } from '#main/base/vault/sealed-file.ts';
import { FaultyInputs } from '#main/entrance/outputs/faulty-inputs.ts';
import { OutputDesk } from '#main/entrance/outputs/output-desk.ts';
import { Outputs } from '#main/entrance/outputs/outputs.ts';
import { createHttp } from '#main/platform/ticketing/http.ts';
import type { CommonParts, KioskOptions } from './kiosk.ts';
import type { VenueServices } from './open-venue.ts';

export interface OutputParts extends CommonParts {
  readonly options: Pick<KioskOptions, 'demo' | 'rehearsal' | 'outputTimings'>;
  readonly broker: VenueServices['broker'];
}

/** What this kiosk switches besides its screen, and where that is set up. */
export interface OutputServices {
  readonly outputs: Outputs;
  readonly outputDesk: OutputDesk;
  readonly outputsSlice: Slice<readonly OutputState[]>;
}

/** Opens the outputs; their devices are opened when they start. */
export function openOutputs(parts: OutputParts): OutputServices {
  const { ports, vault, options, broker } = parts;
  const { settingsFile, dataDirectory, clock, hid } = ports;
  const logger = ports.logger.scope('outputs');
  // Devices stand in the house: no proxy knows the way to them.
  const http = createHttp({ logger });
  const outputsSlice = new Slice(() => outputs.state());
  const outputDesk = new OutputDesk({
    settingsFile,
    file: sealedBy(vault, join(dataDirectory, 'outputs.sealed'), 'outputs'),
    canKeep: vault.keeper !== 'memory',
    onChange: () => void outputs.replace(),
  });
  const outputs: Outputs = new Outputs({
    ...{ clock, logger, hid, broker },
    onChange: outputsSlice.changed,
    fetch: http.fetch,
    faultyInputs: new FaultyInputs(
      sealedBy(vault, join(dataDirectory, 'faulty-inputs.sealed'), 'faulty-inputs'),
    ),
    onClosed: () => http.close(),
    ...(options.outputTimings && { timings: options.outputTimings }),
    settings: () => settingsFile.read().outputs,
    authorizationOf: (name) => outputDesk.authorizationOf(name),
    isReal: options.demo === null && options.rehearsal?.isOn !== true,
    door: () => settingsFile.read().kioskName,
  });
  return { outputs, outputDesk, outputsSlice };
}
