/** Replacements in Java's form (`Matcher.replaceAll`): `$1`, `${name}`, and `\` before a sign. */
import { ApiError } from '@skein/errors';

/** The groups that a replacement may name. */
interface Groups {
  readonly count: number;
  readonly names: Readonly<Record<string, number>>;
}

/** Expands a replacement. `textOf` returns the text of a group. */
export function expandReplacement(
  replacement: string,
  groups: Groups,
  textOf: (group: number) => string,
): string {
  return replacement.replace(
    /\\(.?)|\$\{([a-zA-Z0-9]*)(.?)|\$(\d*)(?=(.?))/gs,
    (_all, escaped?: string, name?: string, brace?: string, digits = '', behind = '') => {
      if (escaped === '') throw illegal('character to be escaped is missing');
      if (escaped !== undefined) return escaped;
      if (name !== undefined) return textOf(named(name, brace, groups));
      if (digits === '') {
        const isEnd = behind === '';
        throw illegal(`Illegal group reference${isEnd ? ': group index is missing' : ''}`);
      }
      const [index, rest] = numbered(digits, groups);
      return textOf(index) + rest;
    },
  );
}

function named(name: string, brace: string | undefined, { names }: Groups): number {
  if (name === '') throw illegal('named capturing group has 0 length name');
  if (brace !== '}') throw illegal("named capturing group is missing trailing '}'");
  if (/^\d/.test(name)) throw illegal(`capturing group name {${name}} starts with digit character`);
  const found = Object.hasOwn(names, name) ? names[name] : undefined;
  if (found !== undefined) return found;
  throw illegal(`No group with name {${name}}`);
}

/** Reads the longest prefix of the digits that names a group; the other digits are text. */
function numbered(digits: string, { count }: Groups): readonly [index: number, rest: string] {
  let index = Number(digits.charAt(0));
  if (index > count) throw new ApiError('index_out_of_bounds_exception', `No group ${index}`);
  let length = 1;
  while (length < digits.length && Number(digits.slice(0, length + 1)) <= count) {
    index = Number(digits.slice(0, ++length));
  }
  return [index, digits.slice(length)];
}

function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
