import { onTestFinished } from 'vitest';
import { startMosquitto, type Mosquitto } from '#tests/support/mosquitto.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

export { lacksMosquitto } from '#tests/support/mosquitto.ts';

/**
 * A broker that ends with its test.
 *
 * @param more lines for its configuration, which may name files in the folder
 * @param scheme where these lines name its certificates
 */
export async function startBroker(
  more: (folder: string) => string = () => '',
  scheme?: 'mqtts',
): Promise<Mosquitto> {
  const folder = temporaryFolder();
  const broker = await startMosquitto(folder, more(folder), scheme);
  onTestFinished(() => broker.kill());
  return broker;
}
