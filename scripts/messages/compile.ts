import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messages } from './options.ts';

/**
 * Compiles the texts; at once done while nothing has changed, which takes seconds otherwise.
 *
 * @param root - the project's folder
 */
export async function compileMessages(root: string): Promise<void> {
  const options = messages(root);
  // Besides the compiled files, so that it goes when they go.
  const stamp = resolve(options.outdir, '.made-from');
  const inputs = inputsOf(root);
  if (inputs === textOf(stamp)) return;
  const { compile } = await import('@inlang/paraglide-js');
  await compile(options);
  writeFileSync(stamp, inputs);
}

/** Everything that the compiled files depend on, in a few characters. */
function inputsOf(root: string): string {
  const hash = createHash('sha256').update(JSON.stringify(messages('')));
  const files = [
    'node_modules/@inlang/paraglide-js/package.json',
    'src/renderer/i18n/project.inlang/settings.json',
    ...globSync('src/renderer/i18n/messages/*/*.json', { cwd: root }).sort(),
  ];
  for (const file of files) {
    const path = resolve(root, file);
    hash.update(`${file}\0${textOf(path) ?? ''}\0`);
  }
  return hash.digest('hex');
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
