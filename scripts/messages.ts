/** `npm run messages`, after each `npm ci`: compiles the texts for whoever only checks types. */
import { compile } from '@inlang/paraglide-js';
import { resolve } from 'node:path';
import { messages } from './messages/options.ts';

await compile(messages(resolve(import.meta.dirname, '..')));
