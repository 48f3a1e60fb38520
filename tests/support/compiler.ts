import { resolve } from 'node:path';
import ts from 'typescript';

/** What nobody changes is parsed once. */
const parsed = new Map<string, ts.SourceFile>();

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * What the compiler says of some files of the project with changes that nobody has written to the disk:
 * the files that have errors, sorted, each once.
 *
 * @param files the files that are compiled, with all that they import; by their paths in the project
 * @param changes what some of them, or of their imports, have been changed to
 */
export function filesWithErrors(
  files: readonly string[],
  changes: ReadonlyMap<string, string>,
): string[] {
  const { config } = ts.readConfigFile(resolve(ROOT, 'tsconfig.node.json'), (path) =>
    ts.sys.readFile(path),
  ) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const changed = new Map([...changes].map(([file, text]) => [resolve(ROOT, file), text]));
  const readFile = (path: string) => changed.get(resolve(path)) ?? ts.sys.readFile(path);
  const program = ts.createProgram({
    rootNames: files.map((file) => resolve(ROOT, file)),
    options: { ...options, noEmit: true },
    host: {
      ...host,
      readFile,
      getSourceFile(path, version) {
        const text = changed.get(resolve(path));
        if (text !== undefined) return ts.createSourceFile(path, text, version, true);
        const source = parsed.get(path) ?? host.getSourceFile(path, version);
        if (source !== undefined) parsed.set(path, source);
        return source;
      },
    },
  });
  const inError = files.filter((file) => {
    const source = program.getSourceFile(resolve(ROOT, file));
    if (source === undefined) return true;
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].some(({ category }) => category === ts.DiagnosticCategory.Error);
  });
  return inError.sort();
}

/** A file of the project with something put into it, once. */
export function withMore(file: string, before: string, more: string): [string, string] {
  const text = ts.sys.readFile(resolve(ROOT, file)) ?? '';
  if (text.split(before).length !== 2) throw new Error(`${file} has not one “${before}”`);
  return [file, text.replace(before, () => more + before)];
}
