/**
 * Replacements of matches: `$1` and `${name}` stand for groups, a backslash makes the next
 * character literal.
 */

import { illegalArgument, indexOutOfBounds } from '../values/throwable.js';
import type { Matcher } from './pattern.js';

/** Replaces matches from the beginning of the text, at most `limit`. */
export function replaced(matcher: Matcher, replacement: string, limit: number): string {
  matcher.reset();
  let text = '';
  let from = 0;
  for (let count = 0; count < limit && matcher.find(); count++) {
    text += matcher.input.slice(from, matcher.start()) + expanded(matcher, replacement);
    from = matcher.end();
  }
  return text + matcher.input.slice(from);
}

function expanded(matcher: Matcher, replacement: string): string {
  let text = '';
  for (let at = 0; at < replacement.length; at++) {
    const one = replacement.charAt(at);
    if (one === '\\') {
      if (++at === replacement.length) throw illegalArgument('character to be escaped is missing');
      text += replacement.charAt(at);
    } else if (one === '$') {
      const { group, end } = groupAt(matcher, replacement, at + 1);
      text += matcher.group(group) ?? '';
      at = end - 1;
    } else text += one;
  }
  return text;
}

interface GroupReference {
  readonly group: number;
  /** The position at which the text continues. */
  readonly end: number;
}

function groupAt(matcher: Matcher, replacement: string, at: number): GroupReference {
  if (at === replacement.length)
    throw illegalArgument('Illegal group reference: group index is missing');
  if (replacement.charAt(at) === '{') return namedGroupAt(matcher, replacement, at + 1);
  const first = Number.parseInt(replacement.charAt(at), 10);
  if (Number.isNaN(first)) throw illegalArgument('Illegal group reference');
  if (first > matcher.groupCount()) throw indexOutOfBounds(`No group ${first}`);
  let [group, end] = [first, at + 1];
  // Takes as many digits as form the number of an existing group.
  for (; end < replacement.length; end++) {
    const digit = Number.parseInt(replacement.charAt(end), 10);
    if (Number.isNaN(digit) || group * 10 + digit > matcher.groupCount()) break;
    group = group * 10 + digit;
  }
  return { group, end };
}

function namedGroupAt(matcher: Matcher, replacement: string, at: number): GroupReference {
  const [name = ''] = /^[A-Za-z0-9]*/.exec(replacement.slice(at)) ?? [];
  if (name === '') throw illegalArgument("named capturing group is missing trailing '}'");
  if (replacement.charAt(at + name.length) !== '}')
    throw illegalArgument("named capturing group is missing trailing '}'");
  if (/^\d/.test(name))
    throw illegalArgument(`capturing group name {${name}} starts with digit character`);
  const group = matcher.pattern.groupNamed(name);
  if (group === undefined) throw illegalArgument(`No group with name {${name}}`);
  return { group, end: at + name.length + 1 };
}
