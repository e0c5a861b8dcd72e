/**
 * `java.text.MessageFormat.format`: a text with arguments in braces, `{0}`, `{1,number,#.##}`,
 * `{2,choice,0#none|1#one|1<many}`. Apostrophes enclose literal braces; two of them stand for one.
 */

import { isNumberValue } from '../json/json.js';
import { ChoiceFormat } from '../numbers/choice_format.js';
import { DecimalFormat } from '../numbers/decimal_format.js';
import { allocate } from '../values/meter.js';
import { illegalArgument } from '../values/throwable.js';
import { type JavaObject, textOf, type Value } from '../values/value.js';

/** Formats an argument as text. */
interface ArgumentFormat extends JavaObject {
  format(value: Value): string;
}

/** A text and the argument that follows it. */
interface Piece {
  readonly text: string;
  readonly argument: Argument | undefined;
}

interface Argument {
  readonly index: number;
  readonly format: ArgumentFormat | undefined;
}

export function formatMessage(pattern: string, given: readonly Value[]): string {
  let result = '';
  for (const { text, argument } of readPieces(pattern)) {
    result += text;
    if (argument !== undefined) result += argumentText(argument, given);
    allocate(result.length);
  }
  return result;
}

function argumentText({ index, format }: Argument, given: readonly Value[]): string {
  if (index >= given.length) return `{${index}}`;
  const value = given[index] ?? null;
  if (value === null) return 'null';
  if (format !== undefined) {
    const text = format.format(value);
    return format instanceof ChoiceFormat && text.includes('{') ? formatMessage(text, given) : text;
  }
  return isNumberValue(value) ? new DecimalFormat('#,##0.###').format(value) : textOf(value);
}

function readPieces(pattern: string): Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  for (let i = 0; i < pattern.length; i++) {
    const sign = pattern.charAt(i);
    if (sign === '{') {
      const end = closingBrace(pattern, i);
      pieces.push({ text, argument: readArgument(pattern.slice(i + 1, end)) });
      text = '';
      i = end;
    } else if (sign === "'") {
      const [quoted, end] = readQuoted(pattern, i);
      text += quoted;
      i = end;
    } else text += sign;
  }
  return [...pieces, { text, argument: undefined }];
}

/**
 * The quoted text that starts with the apostrophe at `at`, and its end; an unclosed quote encloses
 * the rest.
 */
function readQuoted(pattern: string, at: number): readonly [string, number] {
  if (pattern.charAt(at + 1) === "'") return ["'", at + 1];
  let text = '';
  for (let i = at + 1; i < pattern.length; i++) {
    if (pattern.charAt(i) !== "'") text += pattern.charAt(i);
    else if (pattern.charAt(i + 1) === "'") {
      text += "'";
      i++;
    } else return [text, i];
  }
  return [text, pattern.length];
}

/**
 * The position of the brace that closes the one at `at`; nested braces are skipped, quoted ones
 * ignored.
 */
function closingBrace(pattern: string, at: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let i = at; i < pattern.length; i++) {
    const sign = pattern.charAt(i);
    if (sign === "'") isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return i;
  }
  throw illegalArgument('Unmatched braces in the pattern.');
}

function readArgument(written: string): Argument {
  const [number = '', type = '', ...style] = written.split(',');
  if (!/^[+-]?\d{1,9}$/.test(number)) {
    throw illegalArgument(`can't parse argument number: ${number}`);
  }
  const index = Number(number);
  if (index < 0) throw illegalArgument(`negative argument number: ${number}`);
  return { index, format: formatOf(type.trim().toLowerCase(), style.join(','), type) };
}

const NUMBER_STYLES: Readonly<Record<string, string>> = {
  '': '#,##0.###',
  integer: '#,##0',
  percent: '#,##0%',
  currency: '\u00a4#,##0.00',
};

function formatOf(type: string, style: string, written: string): ArgumentFormat | undefined {
  if (type === '') return undefined;
  if (type === 'choice') return ChoiceFormat.of(style);
  if (type === 'number') {
    const name = style.trim().toLowerCase();
    return new DecimalFormat(
      Object.hasOwn(NUMBER_STYLES, name) ? (NUMBER_STYLES[name] ?? '') : style,
    );
  }
  throw illegalArgument(`unknown format type: ${written}`);
}
