/**
 * Names that a restore changes: every place that an expression matches, with groups as in Java's
 * `replaceAll` (`$1`).
 */
import { compileUserRegex } from '@skein/analysis';

export type Rename = (name: string) => string;

const BACKING = '.ds-';

/** Without both of them names stay. Throws what is wrong with the pattern. */
export function readRename(pattern: string | undefined, replacement: string | undefined): Rename {
  if (pattern === undefined || replacement === undefined) return (name) => name;
  const expression = compileUserRegex(pattern);
  return (name) => expression.replaceAll(name, replacement);
}

/** The backing index of a data stream keeps the mark of one. */
export function renameIndex(rename: Rename, name: string): string {
  if (!name.startsWith(BACKING)) return rename(name);
  return `${BACKING}${rename(name.slice(BACKING.length))}`;
}
