import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findElectron } from '../start/electron.ts';
import { isInstalled, run } from './command.ts';

/** Something the tests need from the machine that is not there, and how a person can get it. */
export interface Missing {
  readonly what: 'chromium' | 'screen' | 'electron';
  readonly why: string;
}
