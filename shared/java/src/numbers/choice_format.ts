/**
 * `java.text.ChoiceFormat`: a text for each range of numbers, `0#none|1#one|1<many`. A range starts
 * at its limit (`#`), or directly above it (`<`); numbers below the first limit have the first
 * text.
 */
import { numberOfValue } from '../json/json.js';
import { arrayIndex, illegalArgument, Throwable } from '../values/throwable.js';
import { hashString, JavaObject, JDouble, type Value } from '../values/value.js';
import { doubleText } from './number_text.js';
import { neighbour } from './strict_math.js';

export interface Choice {
  readonly limit: number;
  readonly text: string;
}

/** The signs between a limit and its text. */
const RELATIONS = '#<\u2264';
const INFINITY = '\u221e';

export class ChoiceFormat extends JavaObject {
  readonly className: string = 'java.text.ChoiceFormat';
  choices: readonly Choice[];

  constructor(choices: readonly Choice[]) {
    super();
    this.choices = choices;
  }

  static of(pattern: string): ChoiceFormat {
    return new ChoiceFormat(readChoices(pattern));
  }

  applyPattern(pattern: string): void {
    this.choices = readChoices(pattern);
  }

  format(value: Value): string {
    const number = numberOfValue(value);
    if (Number.isNaN(number) && !(value instanceof JDouble)) {
      throw illegalArgument('Cannot format given Object as a Number');
    }
    if (this.choices.length === 0) throw arrayIndex('Index 0 out of bounds for length 0');
    const above = this.choices.findIndex(({ limit }) => !(number >= limit));
    const at = (above < 0 ? this.choices.length : above) - 1;
    return this.choices[Math.max(0, at)]?.text ?? '';
  }

  /** Parses the longest of the texts that occurs at `from`. */
  parse(text: string, from: number): { value: Value; end: number } | undefined {
    let found: { value: Value; end: number } | undefined;
    for (const { limit, text: one } of this.choices) {
      const end = from + one.length;
      if (one === '' || !text.startsWith(one, from) || (found && found.end >= end)) continue;
      found = { value: new JDouble(limit), end };
    }
    return found;
  }

  toPattern(): string {
    return this.choices.map(writtenChoice).join('|');
  }

  copy(): ChoiceFormat {
    return new ChoiceFormat(this.choices);
  }

  override equals(other: Value): boolean {
    return other instanceof ChoiceFormat && other.toPattern() === this.toPattern();
  }

  override hashCode(): number {
    const last = this.choices.at(-1);
    return last === undefined ? 0 : this.choices.length ^ hashString(last.text);
  }

  override key(): string {
    return `choice${this.toPattern()}`;
  }
}

/** The distance of a number from the nearest integer. */
const offWhole = (value: number): number => Math.abs(value - Math.round(value));

/** A limit directly above a rounder number is written as that number and `<`. */
function writtenChoice({ limit, text }: Choice): string {
  const below = neighbour(limit, false);
  const written = offWhole(limit) < offWhole(below) ? [limit, '#'] : [below, '<'];
  const [number, relation] = Number.isFinite(limit) ? written : [limit, '<'];
  return `${limitText(Number(number))}${relation}${quoted(text)}`;
}

function limitText(limit: number): string {
  if (Number.isFinite(limit) || Number.isNaN(limit)) return doubleText(limit);
  return limit > 0 ? INFINITY : `-${INFINITY}`;
}

function quoted(text: string): string {
  const doubled = text.replaceAll("'", "''");
  return /[<#\u2264|]/.test(text) ? `'${doubled}'` : doubled;
}

/** A sign of a pattern; `literal` if it has no meaning there. */
interface PatternSign {
  readonly sign: string;
  readonly literal: boolean;
}

/** Apostrophes enclose literal signs; two of them stand for one. */
function* signsOf(pattern: string): Generator<PatternSign> {
  let isQuoted = false;
  for (let i = 0; i < pattern.length; i++) {
    const sign = pattern.charAt(i);
    if (sign !== "'") yield { sign, literal: isQuoted };
    else if (pattern.charAt(i + 1) !== "'") isQuoted = !isQuoted;
    else {
      yield { sign, literal: true };
      i++;
    }
  }
}

/**
 * As in Java, a choice without a limit has the one before it, or zero; what stands in place of its
 * limit then belongs to the next one.
 */
function readChoices(pattern: string): Choice[] {
  const choices: Choice[] = [];
  let [written, text, isInText, limit] = ['', '', false, 0];
  for (const { sign, literal } of signsOf(pattern)) {
    if (!literal && RELATIONS.includes(sign)) {
      limit = limitOf(written, sign);
      const before = choices.at(-1);
      if (before !== undefined && limit <= before.limit)
        throw illegalArgument('Incorrect order of intervals, must be in ascending order');
      [written, isInText] = ['', true];
    } else if (!literal && sign === '|') {
      choices.push({ limit, text });
      [text, isInText] = ['', false];
    } else if (isInText) text += sign;
    else written += sign;
  }
  return isInText ? [...choices, { limit, text }] : choices;
}

function limitOf(written: string, relation: string): number {
  if (written === '') throw illegalArgument('Each interval must contain a number before a format');
  const limit = readLimit(written);
  return relation === '<' && Number.isFinite(limit) ? neighbour(limit, true) : limit;
}

function readLimit(written: string): number {
  if (written === INFINITY) return Number.POSITIVE_INFINITY;
  if (written === `-${INFINITY}`) return Number.NEGATIVE_INFINITY;
  const text = written.trim();
  const special = /^([+-]?)(NaN|Infinity)$/.exec(text);
  if (special !== null) return (special[1] === '-' ? -1 : 1) * Number(special[2]);
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/.test(text)) {
    return Number(text.replace(/[fFdD]$/, ''));
  }
  const words = text === '' ? 'empty String' : `For input string: "${text}"`;
  throw new Throwable('java.lang.NumberFormatException', words);
}
