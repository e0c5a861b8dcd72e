/**
 * Compiles a grok expression: replaces references to named patterns until a plain expression
 * remains, whose named groups are the fields. Field names may contain characters that group names
 * may not, so the groups are renamed.
 */
import { javaDouble } from '@skein/base';
import type { ApiError } from '@skein/errors';
import { JDouble, JFloat, type Value } from '@skein/java';
import { illegalArgument, numberFormat } from '../faults.js';
import { compileExpression, withoutNames } from '../text/expression.js';
import { notFloating, parseInteger, parseWhole } from '../text/java_number.js';
import type { RegexRunner } from '../text/regex_runner.js';

interface GrokMatch {
  readonly values: readonly (readonly [string, Value])[];
  /** The index of the pattern that matched. */
  readonly pattern: number;
}

export interface Grok {
  match(text: string, regexes: RegexRunner): GrokMatch | undefined;
}

interface Capture {
  readonly field: string;
  readonly type: string;
  /** Groups with that name; the first that participated counts. */
  readonly groups: string[];
}

/** A capture with the groups by number. */
interface NumberedCapture {
  readonly field: string;
  readonly type: string;
  readonly groups: readonly number[];
}

/**
 * The maximum number of references, and the maximum length of the expanded expression in
 * characters.
 */
const MAX_REFERENCES = 100_000;
const MAX_LENGTH = 1_000_000;
/** `[A-z0-9]` is OpenSearch's: names may have the six characters between `Z` and `a` as well. */
const REFERENCE =
  /%\{(?<name>(?<pattern>[A-z0-9]+)(?::(?<field>[\p{L}\p{N}@[\]_:.-]+))?)(?:=[^{}]+)?\}/u;

/** `definitions` take precedence over `known`. Throws an Error that describes the problem. */
export function compileGrok(
  patterns: readonly string[],
  known: ReadonlyMap<string, string>,
  definitions: ReadonlyMap<string, string>,
): Grok {
  const bank = new Map([...known, ...definitions]);
  checkReferences(patterns, bank, definitions);
  const expressions = patterns.map((pattern) => new GrokExpression(pattern, bank));
  return {
    match: (text, regexes) => firstMatch(expressions, text, regexes),
  };
}

/**
 * Matches like one expression with all patterns as alternatives: the earliest match wins, then the
 * first pattern.
 */
function firstMatch(
  expressions: readonly GrokExpression[],
  text: string,
  regexes: RegexRunner,
): GrokMatch | undefined {
  let best: { readonly found: ExpressionMatch; readonly pattern: number } | undefined;
  for (let i = 0; i < expressions.length && best?.found.index !== 0; i++) {
    const found = expressions[i]?.find(text, regexes);
    if (found !== undefined && (best === undefined || found.index < best.found.index)) {
      best = { found, pattern: i };
    }
  }
  return best && { values: best.found.values(), pattern: best.pattern };
}

class GrokExpression {
  /** The expression for texts of one line: `^` and `$` match only at the ends of the text. */
  readonly #line: NumberedExpression;
  /**
   * The expression for texts of several lines, where `^` and `$` match at every line. Few patterns
   * ever meet such a text, and compiling is slow, so the first one compiles it.
   */
  readonly #lines: () => NumberedExpression;

  constructor(pattern: string, bank: ReadonlyMap<string, string>) {
    const { text, captures } = namedGroups(expanded(pattern, bank));
    this.#line = new NumberedExpression(compileExpression(text, '', { oneLine: true }), captures);
    let lines: NumberedExpression | undefined;
    this.#lines = () => {
      lines ??= new NumberedExpression(compileExpression(text, ''), captures);
      return lines;
    };
  }

  find(text: string, regexes: RegexRunner): ExpressionMatch | undefined {
    return (text.includes('\n') ? this.#lines() : this.#line).find(text, regexes);
  }
}

interface ExpressionMatch {
  readonly index: number;
  values(): readonly (readonly [string, Value])[];
}

/** Groups are looked up by number: an object with all names costs more than the match itself. */
class NumberedExpression {
  readonly #expression: RegExp;
  readonly #captures: readonly NumberedCapture[];

  constructor(named: RegExp, captures: readonly Capture[]) {
    const { expression, numbers } = withoutNames(named);
    this.#expression = expression;
    this.#captures = captures.map(({ field, type, groups }) => ({
      field,
      type,
      groups: groups.flatMap((group) => numbers.get(group) ?? []),
    }));
  }

  find(text: string, regexes: RegexRunner): ExpressionMatch | undefined {
    const found = regexes.exec(this.#expression, text);
    if (found === null) return undefined;
    return { index: found.index, values: () => this.#values(found) };
  }

  #values(found: RegExpExecArray): readonly (readonly [string, Value])[] {
    const values: [string, Value][] = [];
    for (const { field, type, groups } of this.#captures) {
      for (const group of groups) {
        const value = found[group];
        if (value === undefined) continue;
        values.push([field, type === '' ? value : typed(value, type)]);
        break;
      }
    }
    return values;
  }
}

/** The pattern with each reference replaced by its definition. */
function expanded(pattern: string, bank: ReadonlyMap<string, string>): string {
  let done = '';
  let rest = pattern;
  for (let i = 0; i < MAX_REFERENCES; i++) {
    const found = REFERENCE.exec(rest);
    if (found === null) return done + rest;
    const { name = '', pattern: reference = '', field } = found.groups ?? {};
    const body = bank.get(reference);
    if (body === undefined) throw unknownPattern(reference);
    done += rest.slice(0, found.index);
    const part = field === undefined ? `(?:${body})` : `(?<${name}>${body})`;
    rest = part + rest.slice(found.index + found[0].length);
    if (done.length + rest.length > MAX_LENGTH) break;
  }
  throw illegalArgument('Can not convert grok patterns to regular expression');
}

function unknownPattern(name: string): ApiError {
  return illegalArgument(`Unable to find pattern [${name}] in Grok's pattern dictionary`);
}

/** Classes that are limited to ASCII in Ruby's dialect, in which grok patterns are written. */
const ASCII_CLASSES: Readonly<Record<string, string>> = {
  '\\w': '[a-zA-Z0-9_]',
  '\\W': '[^a-zA-Z0-9_]',
  '\\d': '[0-9]',
  '\\D': '[^0-9]',
  '\\s': '[ \\t\\n\\v\\f\\r]',
  '\\S': '[^ \\t\\n\\v\\f\\r]',
};

/** Replaces field names by valid group names and returns the field of each group. */
function namedGroups(text: string): {
  readonly text: string;
  readonly captures: readonly Capture[];
} {
  const captures = new Map<string, Capture>();
  let count = 0;
  const renamed = text.replace(
    /\\k<[^>]+>|\\.|\(\?<(?![=!])([^>]+)>/gs,
    (whole, name: string | undefined) => {
      if (name === undefined) return ASCII_CLASSES[whole] ?? referenceOf(whole, captures);
      const capture = captures.get(name) ?? captureOf(name);
      captures.set(name, capture);
      const group = `g${count++}`;
      capture.groups.push(group);
      return `(?<${group}>`;
    },
  );
  return { text: renamed, captures: [...captures.values()] };
}

function referenceOf(text: string, captures: ReadonlyMap<string, Capture>): string {
  const [, name] = /^\\k<([^>]+)>$/.exec(text) ?? [];
  const group = name === undefined ? undefined : captures.get(name)?.groups.at(-1);
  return group === undefined ? text : `\\k<${group}>`;
}

/** Parses a group's name: `NUMBER:bytes:int` (pattern, field, type), or the field alone. */
function captureOf(name: string): Capture {
  const parts = name.split(':');
  const field = parts.length >= 2 ? (parts[1] ?? '') : (parts[0] ?? '');
  return { field, type: parts.length === 3 ? (parts[2] ?? '') : '', groups: [] };
}

function typed(text: string, type: string): Value {
  switch (type) {
    case 'int':
      return text.startsWith('0x') ? notWhole(text) : (parseInteger(text) ?? notWhole(text));
    case 'long':
      return text.startsWith('0x') ? notWhole(text) : (parseWhole(text, 64) ?? notWhole(text));
    case 'float':
      return new JFloat(Math.fround(floating(text)));
    case 'double':
      return new JDouble(floating(text));
    case 'boolean':
      return text.toLowerCase() === 'true';
    default:
      return text;
  }
}

function notWhole(text: string): never {
  throw numberFormat(text);
}

function floating(text: string): number {
  const number = javaDouble(text);
  if (number === undefined) throw notFloating(text);
  return number;
}

/**
 * Refuses circular references in the definitions and in all patterns reachable from the given ones.
 */
function checkReferences(
  patterns: readonly string[],
  bank: ReadonlyMap<string, string>,
  definitions: ReadonlyMap<string, string>,
): void {
  const checked = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): void => {
    if (checked.has(name)) return;
    const body = bank.get(name);
    if (body === undefined) return;
    const names = referencesOf(name, body);
    if (names.includes(name)) throw circular(name, body);
    path.push(name);
    for (const other of names) {
      if (path.includes(other)) {
        const before = path.slice(0, -1);
        const via = before.length > 1 ? ` via patterns [${before.join('=>')}]` : '';
        throw illegalArgument(
          `circular reference in pattern [${name}][${body}] back to pattern [${other}]${via}`,
        );
      }
      visit(other);
    }
    path.pop();
    checked.add(name);
  };
  for (const pattern of patterns) for (const name of referencesOf('', pattern)) visit(name);
  for (const name of definitions.keys()) visit(name);
}

function referencesOf(name: string, body: string): readonly string[] {
  const names: string[] = [];
  for (let at = body.indexOf('%{'); at >= 0; at = body.indexOf('%{', at + 1)) {
    const end = body.indexOf('}', at);
    if (end < 0) {
      if (name === '') return names;
      throw illegalArgument(`Malformed pattern [${name}][${body}]`);
    }
    names.push(body.slice(at + 2, end).split(/[:=]/, 1)[0] ?? '');
  }
  return names;
}

function circular(name: string, body: string): ApiError {
  return illegalArgument(`circular reference in pattern [${name}][${body}]`);
}
