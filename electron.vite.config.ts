import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { resolve } from 'node:path';
import { licencesPlugin } from './scripts/licences/plugin.ts';
import { messagesPlugin } from './scripts/messages/plugin.ts';

const here = import.meta.dirname;

export default defineConfig({
  main: {
    // One page is drawn by main: with the renderer's words, and with one style, which is the page's own.
    plugins: [messagesPlugin(here), licencesPlugin(here), svelte({ emitCss: false })],
    build: {
      rolldownOptions: {
        input: {
          index: resolve(here, 'src/main/index.ts'),
          browser: resolve(here, 'src/main/hosts/browser/index.ts'),
          'box-office': resolve(here, 'src/box-office/embedded.ts'),
          'programme-worker': resolve(here, 'src/main/platform/programme/refresh/worker.ts'),
          'snapshot-worker': resolve(here, 'src/main/snapshot/snapshot-worker.ts'),
          'ticket-worker': resolve(here, 'src/main/kiosk/ticket-worker.ts'),
          'house-worker': resolve(here, 'src/main/venue/house-worker.ts'),
          'house-page': resolve(here, 'src/renderer/features/house/phone/house-page.ts'),
        },
      },
    },
  },
  preload: {
    plugins: [licencesPlugin(here)],
    build: {
      // A sandboxed preload is one CommonJS file that requires nothing but electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve(here, 'src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [messagesPlugin(here), licencesPlugin(here), svelte()],
    // A folder of their own: what is served from there may run WebAssembly (page-files.ts).
    worker: {
      format: 'es',
      rolldownOptions: {
        output: {
          entryFileNames: 'camera/[name]-[hash].js',
          chunkFileNames: 'camera/[name]-[hash].js',
          assetFileNames: 'camera/[name]-[hash][extname]',
        },
      },
    },
    build: {
      // Fonts and pictures stay files: the content security policy allows no data: fonts.
      assetsInlineLimit: 0,
      // Nine languages: what is not read at the start starts sooner.
      minify: true,
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: { input: resolve(here, 'src/renderer/index.html') },
    },
  },
});
