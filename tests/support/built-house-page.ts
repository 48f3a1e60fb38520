import { svelte } from '@sveltejs/vite-plugin-svelte';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { housePageIn } from '#main/hosts/host/house-page-module.ts';
import { messagesPlugin } from '../../scripts/messages/plugin.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PLACE = join(ROOT, 'node_modules/.cache');

/** What draws the house for phones, as it is when the kiosk is built: Node reads no Svelte by itself. */
export async function builtHousePage() {
  mkdirSync(PLACE, { recursive: true });
  const folder = mkdtempSync(join(PLACE, 'usher-house-page-'));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [messagesPlugin(ROOT), svelte({ configFile: false, emitCss: false })],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        input: { 'house-page': 'src/renderer/features/house/phone/house-page.ts' },
        output: { entryFileNames: '[name].js' },
      },
    },
    ssr: { noExternal: true },
  });
  return {
    load: housePageIn(join(folder, 'house-page.js')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
