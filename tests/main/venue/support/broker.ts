import { onTestFinished } from 'vitest';
import { startMosquitto, type Mosquitto } from '#tests/support/mosquitto.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

export { hasMosquitto } from '#tests/support/mosquitto.ts';

/**
 * A broker that ends with its test.
 *
 * @param more lines for its configuration, which may name files in the folder
 */
export async function startBroker(more: (folder: string) => string = () => ''): Promise<Mosquitto> {
  const folder = temporaryFolder();
  const broker = await startMosquitto(folder, more(folder));
  onTestFinished(() => broker.kill());
  return broker;
}
