import { paraglideVitePlugin } from '@inlang/paraglide-js';
import type { Plugin, PluginOption } from 'vite';
import { compileMessages } from './compile.ts';
import { messages } from './options.ts';

/**
 * Keeps the compiled texts up to date: before a build or a run of tests, and during development with
 * each change.
 *
 * @param root - the project's folder: from a bundled configuration this file cannot tell where it lies
 */
export function messagesPlugin(root: string): PluginOption {
  const isDevelopment = process.argv.includes('dev');
  if (isDevelopment) return paraglideVitePlugin(messages(root));
  const before: Plugin = { name: 'messages', buildStart: () => compileMessages(root) };
  return before;
}
