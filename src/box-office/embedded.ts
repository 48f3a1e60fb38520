/**
 * The box office as part of another program: in an Electron utility process, a worker thread or a
 * forked child process. It takes the options of the command line, listens on a free port unless
 * one is named, tells its parent where, and ends when the parent says so or is gone.
 */
import { z } from 'zod';
import type { DemoGuide } from '#shared/model/demo-guide.ts';
import { readArguments } from './cli-arguments.ts';
import { findParent, type Parent } from './parent.ts';
import { startBoxOffice } from './server.ts';
import { BoxOfficeStartError } from './start-error.ts';

/** What the parent is told. */
export type EmbeddedMessage =
  | { readonly type: 'listening'; readonly baseUrl: string; readonly guide: DemoGuide }
  | { readonly type: 'failed'; readonly message: string };

const stopSchema = z.object({ type: z.literal('stop') });

const parent = findParent();
if (parent === undefined) {
  process.stderr.write('This is started by another program; run src/box-office/cli.ts instead.\n');
  process.exitCode = 2;
} else {
  await serve(parent);
}

async function serve(parent: Parent): Promise<void> {
  const post = (message: EmbeddedMessage) => parent.post(message);
  // Ctrl+C in a terminal reaches the whole group; the parent says when to stop, after its own end.
  process.on('SIGINT', () => undefined);
  const command = readArguments(process.argv.slice(2));
  if (!command.ok) {
    fail(command.error);
    return;
  }
  try {
    const boxOffice = await startBoxOffice(command.value.options);
    // The parent's port would keep this process alive.
    const stop = () => void boxOffice.close().finally(() => process.exit());
    parent.onMessage((message) => {
      if (stopSchema.safeParse(message).success) stop();
    });
    parent.onGone(stop);
    post({ type: 'listening', baseUrl: boxOffice.baseUrl, guide: boxOffice.guide });
  } catch (error) {
    if (!(error instanceof BoxOfficeStartError)) throw error;
    fail(error.message);
  }

  function fail(message: string): void {
    post({ type: 'failed', message });
    process.exitCode = 1;
  }
}
