/**
 * Reads the command line of a script. `--help` prints the comment at the top of the script, which
 * says what the script does and how it is called. An unknown option ends the script with a line
 * that names it, before the script has done anything.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

const MISUSE = 2;

/**
 * Parses like `parseArgs`. A script calls it once, before all else: `commandLine(import.meta, {
 * options })`.
 */
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

/** The opening comment without its comment marks; empty when the text does not open with one. */
export function openingComment(text: string): string {
  const inside = /^\/\*\*(.*?)\*\//s.exec(text)?.[1] ?? '';
  return inside.replaceAll(/^[ \t]*\* ?/gm, '').trim();
}
