import { z } from 'zod';

/** A text of a hostile platform, for the field at `path`. */
export type HostileText = (path: string) => string;

/**
 * A value that a schema takes, with a text of the same enemy in every field that takes one; lists have
 * one element. What a schema gains later is attacked by itself.
 */
export function hostileValue(schema: z.core.$ZodType, text: HostileText, path = ''): unknown {
  if (schema instanceof z.ZodString) return text(path);
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodUnknown) return text(path);
  if (schema instanceof z.ZodObject) {
    const members = Object.entries<z.core.$ZodType>(schema.shape);
    return Object.fromEntries(
      members.map(([name, member]) => [name, hostileValue(member, text, `${path}.${name}`)]),
    );
  }
  if (schema instanceof z.ZodArray) return [hostileValue(schema.element, text, `${path}[]`)];
  if (schema instanceof z.ZodRecord) {
    return { '2026-11-21': hostileValue(schema.valueType, text, `${path}{}`) };
  }
  if (schema instanceof z.ZodUnion) {
    const [first] = schema.options;
    if (first !== undefined) return hostileValue(first, text, path);
  }
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault
  ) {
    return hostileValue(schema.unwrap(), text, path);
  }
  if (schema instanceof z.ZodPipe) {
    // Either end may be a function, of which nothing can be known.
    const { in: from, out: to } = schema;
    return hostileValue(to instanceof z.ZodTransform ? from : to, text, path);
  }
  throw new Error(`${path}: a kind of schema that no enemy knows yet`);
}

/** Every text in a value, with where it stands. */
export function textsIn(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, `${path}.${name}`));
}

/** A tower of marks, which grows over the lines above and below. */
const TOWER = `T${'\u0300\u0315\u0321\u0489'.repeat(100)}`;
/** Turns everything after it about, and ends whatever isolates it. */
const TURNED = '\u2069\u2069\u202E\u202E';

/**
 * What a hostile platform writes: programs, what loads something from `origin`, what covers the screen,
 * what turns it about or grows over it. `harm` is what it would run.
 */
export function hostileHtml(origin: string, harm: string): string {
  return [
    `${TURNED}Evil ${TOWER} &#x202E;&#x2069;`,
    `<b>bold</b><img src="${origin}/img" onerror="${harm}">`,
    `<script>${harm}</script><svg onload="${harm}"></svg>`,
    `<p style="position:fixed;inset:0;z-index:9999;background:lime" onclick="${harm}">OVER IT ALL</p>`,
    `<a href="javascript:${harm}">here</a><iframe src="${origin}/frame"></iframe>`,
    `<style>@import url(${origin}/style);*{display:none!important}</style>`,
    `<link rel="stylesheet" href="${origin}/link"><base href="${origin}/">`,
    `<meta http-equiv="refresh" content="0;url=${origin}/meta">`,
    `<form action="${origin}/form"><input name="password" autofocus onfocus="${harm}"></form>`,
    `<video poster="${origin}/poster"><audio src="${origin}/audio" autoplay>`,
    `<object data="${origin}/object"></object><template shadowrootmode="open"><script>${harm}</script>`,
  ].join('');
}
