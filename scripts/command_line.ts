/**
 * The command line of a script. `--help` prints the comment that the script opens with, which says
 * what it does and how it is called; words that are none of its options end it with a line that
 * says so, before it has done anything.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

const MISUSE = 2;

/** As `parseArgs`. Once, before all else: `commandLine(import.meta, { options })`. */
export function commandLine<T extends ParseArgsConfig>(
  { filename }: { readonly filename: string },
  config: T,
): ReturnType<typeof parseArgs<T>> {
  const withHelp = { ...config, options: { ...config.options, help: { type: 'boolean' } } } as T;
  try {
    const parsed = parseArgs(withHelp);
    if ((parsed.values as { readonly help?: boolean }).help !== true) return parsed;
  } catch (error) {
    console.error(`${basename(filename)}: ${(error as Error).message}`);
    process.exit(MISUSE);
  }
  console.log(openingComment(readFileSync(filename, 'utf8')));
  process.exit(0);
}

/** Without the marks of a comment; empty when the text does not open with one. */
export function openingComment(text: string): string {
  const inside = /^\/\*\*(.*?)\*\//s.exec(text)?.[1] ?? '';
  return inside.replaceAll(/^[ \t]*\* ?/gm, '').trim();
}
