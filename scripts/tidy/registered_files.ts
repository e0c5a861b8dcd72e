import { posix } from 'node:path';
import type { SourceFile } from './source_file.ts';

/** The exports that a registry of one line for each file names, with the path of their file. */
export function registeredFiles(
  files: readonly SourceFile[],
  registry: string,
): readonly (readonly [name: string, path: string])[] {
  const text = files.find(({ path }) => path === registry)?.text ?? '';
  const lines = text.matchAll(/^export \{ ([^}]+) \} from '([^']+)\.js';/gm);
  return [...lines].flatMap(([, names = '', file = '']) => {
    const path = posix.join(posix.dirname(registry), `${file}.ts`);
    return names.split(', ').map((name) => [name, path] as const);
  });
}
