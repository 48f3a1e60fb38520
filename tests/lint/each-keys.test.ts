import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** All `{#each}` blocks of a component. */
function eachBlocks(source: string): readonly AST.EachBlock[] {
  const blocks: AST.EachBlock[] = [];
  JSON.stringify(parse(source, { modern: true }).fragment, (_name, value: unknown) => {
    if (isEachBlock(value)) blocks.push(value);
    return value;
  });
  return blocks;
}

function isEachBlock(value: unknown): value is AST.EachBlock {
  return (
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'EachBlock'
  );
}

/** The blocks whose keys may repeat: not the index, not from `keyed()`, and not of a constant's own values. */
function repeatable(source: string): readonly string[] {
  return eachBlocks(source)
    .filter(({ key, index, expression }) => {
      if (key === undefined) return false;
      const isIndex = key.type === 'Identifier' && key.name === index;
      const list = source.slice(nodeStart(expression), nodeEnd(expression));
      const isConstant = key.type === 'Identifier' && /^[A-Z][A-Z_]*(?![\w(])/.test(list);
      return !isIndex && !isConstant && !list.startsWith('keyed(');
    })
    .map(({ expression }) => source.slice(nodeStart(expression), nodeEnd(expression)));
}

// The compiler gives each node its place in the source; estree's types do not have it.
const nodeStart = (node: object) => ('start' in node ? Number(node.start) : 0);
const nodeEnd = (node: object) => ('end' in node ? Number(node.end) : 0);

describe('the key of an {#each} block', () => {
  test('is the index, made by keyed(), or a constant', () => {
    const found = globSync('src/**/*.svelte', { cwd: ROOT }).flatMap((path) =>
      repeatable(readFileSync(resolve(ROOT, path), 'utf8')).map((list) => `${path}: ${list}`),
    );
    expect(found).toEqual([]);
  });

  test.each([
    ['{#each times as { id } (id)}{id}{/each}', ['times']],
    ['<ul>{#if a}{#each list as one (one.id)}<li></li>{/each}{/if}</ul>', ['list']],
    ['{#each times as time (time)}{time}{/each}', ['times']],
    ['{#each keyed(times, idOf) as [key, time] (key)}{time}{/each}', []],
    ['{#each times as time, index (index)}{time}{/each}', []],
    ['{#each times as time}{time}{/each}', []],
    ['{#each VERDICT_KINDS as kind (kind)}{kind}{/each}', []],
    ['{#each VERDICT_KINDS as kind (kind.id)}{kind}{/each}', ['VERDICT_KINDS']],
  ])('%s', (source, expected) => {
    expect(repeatable(source)).toEqual(expected);
  });
});
