import type { Reporter, TestCase } from '@playwright/test/reporter';
import { relative } from 'node:path';
import { UnderWay } from './under-way.ts';

/** Keeps the tests that Playwright has begun and not ended. */
export default class implements Reporter {
  readonly #underWay = new UnderWay();

  onTestBegin({ id, title, location }: TestCase): void {
    const file = relative(process.cwd(), location.file);
    this.#underWay.begins(id, `${file}:${location.line} › ${title}`);
  }

  onTestEnd({ id }: TestCase): void {
    this.#underWay.ends(id);
  }

  /** Leaves the printing to others. */
  printsToStdio(): boolean {
    return false;
  }
}
