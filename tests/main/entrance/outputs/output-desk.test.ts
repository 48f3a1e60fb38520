import { join } from 'node:path';
import Conf from 'conf';
import { expect, test } from 'vitest';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import { OutputDesk } from '#main/entrance/outputs/output-desk.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { MOST_OUTPUTS, type TypedOutput } from '#shared/model/output.ts';
import { err, ok } from '#shared/result.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const lamp = (name: string): TypedOutput => ({
  ...{ name, purpose: 'signal', follows: ['reject'], pulse: 500 },
  way: { type: 'http', url: 'http://10.0.0.9/on', method: 'GET', body: '' },
});

test('keeps the maximum number of outputs, and still changes each', () => {
  const directory = temporaryFolder();
  const settingsFile = openSettingsFile(Conf, {
    ...{ directory, version: '0.1.0', logger: new RecordingLogger() },
  });
  const desk = new OutputDesk({
    ...{ settingsFile, canKeep: true, onChange: () => undefined },
    file: sealedFile(join(directory, 'outputs.sealed'), Buffer.alloc(32, 7)),
  });
  const keep = (was: string | null, name: string) =>
    desk.keep({ was, output: lamp(name), authorization: null });
  for (let number = 1; number <= MOST_OUTPUTS; number += 1) {
    expect(keep(null, `Lamp ${number}`)).toEqual(ok(null));
  }
  expect(keep(null, 'One more')).toEqual(err({ type: 'too-many' }));
  expect(keep('Lamp 3', 'Another name')).toEqual(ok(null));
  const names = desk.all().map(({ output }) => output.name);
  expect(names).toHaveLength(MOST_OUTPUTS);
  expect(names[2]).toBe('Another name');
});
