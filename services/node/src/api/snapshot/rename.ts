/**
 * Renames indices in a restore: replaces every match of an expression, with groups as in Java's
 * `replaceAll` (`$1`).
 */
import { compileUserRegex } from '@skein/analysis';

export type Rename = (name: string) => string;

const BACKING = '.ds-';

/** If either is missing, names stay unchanged. Throws the errors of the pattern. */
export function readRename(pattern: string | undefined, replacement: string | undefined): Rename {
  if (pattern === undefined || replacement === undefined) return (name) => name;
  const expression = compileUserRegex(pattern);
  return (name) => expression.replaceAll(name, replacement);
}

/** The backing index of a data stream keeps its prefix. */
export function renameIndex(rename: Rename, name: string): string {
  if (!name.startsWith(BACKING)) return rename(name);
  return `${BACKING}${rename(name.slice(BACKING.length))}`;
}
