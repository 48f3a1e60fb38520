import './locale.svelte.ts';

/**
 * Every text of the kiosk, by its name in `messages/`: `m.signIn_title()`. In the language that is set:
 * what calls one in a template or in `$derived` is shown anew when another is set.
 */
export { m } from './paraglide/messages.js';
