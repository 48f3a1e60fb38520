/** `npm run messages`, after each `npm ci`: compiles the texts for whoever only checks types. */
import { resolve } from 'node:path';
import { compileMessages } from './messages/compile.ts';

await compileMessages(resolve(import.meta.dirname, '..'));
