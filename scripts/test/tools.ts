import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/**
 * The file that a package's command runs. Started by its name instead, a command would need the search
 * path that npm sets up, and a shell on Windows.
 */
export function toolOf(packageName: string, command = packageName): string {
  const path = join('node_modules', packageName, 'package.json');
  const { bin } = manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
  const file = typeof bin === 'string' ? bin : bin[command];
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`);
  return join(dirname(path), file);
}
