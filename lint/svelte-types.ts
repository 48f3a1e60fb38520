/*
 * Has Svelte's parser give TypeScript the script of each component from the start, before it is loaded itself: TypeScript
 * otherwise goes through the whole program anew for each file, and takes imported components for anything. The parser's
 * authors call it experimental.
 */
process.env['SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK'] = '1';
