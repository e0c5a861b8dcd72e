/**
 * Regular expressions that users put into settings, in Java's dialect. JavaScript's engine backtracks, and a pattern such as
 * `(a+)+$` can keep it busy for ever: a repetition inside a repetition, and references back to a group, are refused.
 */
import { ApiError } from '@skein/errors';

const FLAG_LETTERS: Readonly<Record<string, string>> = {
  CASE_INSENSITIVE: 'i',
  MULTILINE: 'm',
  DOTALL: 's',
  UNICODE_CASE: '',
  UNICODE_CHARACTER_CLASS: '',
  CANON_EQ: '',
  LITERAL: '',
  COMMENTS: '',
};

const MAX_PATTERN_LENGTH = 1000;

/** `flags` are Java's names joined by `|`, as in the settings. The result is global. */
export function compileUserRegex(pattern: string, flags = ''): RegExp {
  if (pattern.length > MAX_PATTERN_LENGTH)
    refuse(pattern, `longer than ${MAX_PATTERN_LENGTH} characters`);
  let letters = 'g';
  for (const name of flags.split('|').filter((flag) => flag !== '')) {
    const letter = Object.hasOwn(FLAG_LETTERS, name.trim()) ? FLAG_LETTERS[name.trim()] : undefined;
    if (letter === undefined) {
      throw new ApiError('illegal_argument_exception', `Unknown regex flag [${name.trim()}]`);
    }
    letters += letter;
  }
  let source = pattern;
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  if (inline) {
    source = pattern.slice(inline[0].length);
    for (const letter of inline[1] ?? '') if (!letters.includes(letter)) letters += letter;
  }
  checkRepetition(source, pattern);
  return (
    tryCompile(source, `${letters}u`) ?? tryCompile(source, letters) ?? refuse(pattern, 'not valid')
  );
}

function tryCompile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    // Patterns that escape ordinary characters are only valid without the `u` flag: the caller tries that next.
    return undefined;
  }
}

/** Walks the pattern once; a group remembers whether a repetition or a choice is inside it. */
function checkRepetition(source: string, pattern: string): void {
  const open: boolean[] = [];
  let closed = false;
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    let groupRepeats = false;
    if (character === '\\') {
      if (/[1-9k]/.test(source.charAt(at + 1)))
        refuse(pattern, 'a reference to a group is not supported');
      at++;
    } else if (character === '[') {
      at = endOfClass(source, at);
    } else if (character === '(') {
      open.push(false);
    } else if (character === ')') {
      groupRepeats = open.pop() ?? false;
      if (groupRepeats && open.length > 0) open[open.length - 1] = true;
      closed = true;
    } else if ('*+{|'.includes(character) || (character === '?' && source.charAt(at - 1) !== '(')) {
      if (open.length > 0) open[open.length - 1] = true;
    }
    if (closed && groupRepeats && /^(?:[*+]|\{\d)/.test(source.slice(at + 1, at + 3))) {
      refuse(pattern, 'a repetition or choice inside a repeated group is not supported');
    }
    closed = false;
  }
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source.charAt(at) === '\\') at++;
    else if (source.charAt(at) === ']') return at;
  }
  return source.length;
}

function refuse(pattern: string, why: string): never {
  throw new ApiError(
    'illegal_argument_exception',
    `Invalid regular expression [${pattern}]: ${why}`,
  );
}

/** Java's replacement text as JavaScript's: `$1` and `${name}` are groups in both, a backslash escapes, `$0` is the match. */
export function javaReplacement(replacement: string): string {
  return replacement.replace(
    /\\(.)|\$\{(\w+)\}|\$0/gs,
    (_, escaped: string | undefined, name: string | undefined) => {
      if (escaped !== undefined) return escaped === '$' ? '$$' : escaped;
      return name === undefined ? '$&' : `$<${name}>`;
    },
  );
}
