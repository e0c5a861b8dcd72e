/**
 * Reads the command line of a script. `--help` prints the comment at the top of the script, which
 * says what the script does and how it is called. An unknown option, or a word where an option
 * takes a number, ends the script with a line that names it, before the script has done anything.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ParseArgsConfig, type ParseArgsOptionDescriptor, parseArgs } from 'node:util';

const MISUSE = 2;

/**
 * An option is written as its default, which gives its type: `{ url: 'http://…', rounds: 20, keep:
 * false }`. One without a default, or that may be repeated, is described as for `parseArgs`.
 */
type Options = Readonly<
  Record<string, string | number | boolean | Readonly<ParseArgsOptionDescriptor>>
>;

type ValueOf<Option> = Option extends string
  ? string
  : Option extends number
    ? number
    : Option extends boolean
      ? boolean
      : Option extends ParseArgsOptionDescriptor
        ? DescribedValue<Option>
        : never;

type DescribedValue<Option extends ParseArgsOptionDescriptor> =
  | (Option['multiple'] extends true ? Single<Option>[] : Single<Option>)
  | (Option extends { readonly default: unknown } ? never : undefined);

type Single<Option extends ParseArgsOptionDescriptor> = Option['type'] extends 'string'
  ? string
  : boolean;

interface CommandLine<O extends Options> {
  readonly values: { readonly [Name in keyof O]: ValueOf<O[Name]> };
  readonly positionals: string[];
}

/**
 * A script calls it once, before all else: `commandLine(import.meta, { options })`. The rest of the
 * configuration is that of `parseArgs`.
 */
export function commandLine<const O extends Options>(
  { filename }: { readonly filename: string },
  { options, ...config }: Omit<ParseArgsConfig, 'options'> & { readonly options?: O },
): CommandLine<O> {
  const described = Object.entries({ ...options, help: false }).map(
    ([name, option]) => [name, descriptor(option)] as const,
  );
  try {
    const { values, positionals } = parseArgs({
      ...config,
      options: Object.fromEntries(described),
    });
    if (values.help !== true) {
      // The values are of the kinds that the options name.
      return { values: typed({ ...options }, values), positionals } as CommandLine<O>;
    }
  } catch (error) {
    console.error(
      `${basename(filename)}: ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exit(MISUSE);
  }
  console.log(openingComment(readFileSync(filename, 'utf8')));
  process.exit(0);
}

function descriptor(option: Options[string]): ParseArgsOptionDescriptor {
  if (typeof option === 'object') return option;
  if (typeof option === 'boolean') return { type: 'boolean', default: option };
  return { type: 'string', default: String(option) };
}

/** The values of the script's own options; a number if the default is one. */
function typed(
  options: Options,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const value = values[name];
      if (typeof option !== 'number') return [name, value];
      const number = value === '' ? Number.NaN : Number(value);
      if (Number.isNaN(number)) throw new RangeError(`--${name} takes a number, not '${value}'`);
      return [name, number];
    }),
  );
}

/** The opening comment without its comment marks; empty when the text does not open with one. */
export function openingComment(text: string): string {
  const inside = /^\/\*\*(.*?)\*\//s.exec(text)?.[1] ?? '';
  return inside.replaceAll(/^[ \t]*\* ?/gm, '').trim();
}
