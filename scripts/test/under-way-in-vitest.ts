import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { UnderWay } from './under-way.ts';

/** Keeps the files that vitest has begun and not ended, each with the test that is known to have begun last. */
export default class implements Reporter {
  readonly #underWay = new UnderWay();

  onTestModuleQueued({ id, relativeModuleId }: TestModule): void {
    this.#underWay.begins(id, relativeModuleId);
  }

  onTestCaseReady({ module, fullName }: TestCase): void {
    this.#underWay.begins(module.id, `${module.relativeModuleId} › ${fullName}`);
  }

  onTestModuleEnd({ id }: TestModule): void {
    this.#underWay.ends(id);
  }
}
