/** Literals of a script: numbers in Java's notation, text, regular expressions, lists and maps. */

import { flagsOf, Pattern, Throwable, type Type } from '@skein/java';
import type { Expression } from '../syntax/ast.js';
import { CompileFault, fault } from '../syntax/compile_fault.js';
import type { Code, Unit } from './unit.js';

type NumberLiteral = Extract<Expression, { kind: 'number' }>;

const SMALL: Readonly<Record<string, readonly [number, number]>> = {
  byte: [-128, 127],
  short: [-32768, 32767],
  char: [0, 65535],
};

/** If `expected` is byte, short or char, an int literal in its range has that type. */
export function numberLiteral(literal: NumberLiteral, expected: Type | undefined): Code {
  const { text, negative } = literal;
  // If a type is expected, the literal is cast to it before the sign is applied. So a failed cast
  // is reported at the digits.
  const at = expected === undefined ? literal.at : literal.digitsAt;
  const hexadecimal = /^0[xX]/.test(text);
  const octal = /^0[0-7]/.test(text) && !/[.eEfFdD]/.test(text);
  const suffix = hexadecimal || octal ? /[lL]$/.exec(text)?.[0] : /[lLfFdD]$/.exec(text)?.[0];
  const body = suffix === undefined ? text : text.slice(0, -1);
  const decimal = !hexadecimal && /[.eE]/.test(body);
  const kind = suffix?.toLowerCase() ?? (decimal ? 'd' : 'i');
  if (kind === 'd' || kind === 'f') return floating({ at, body, negative, kind });
  if (decimal) throw fault(at, `Invalid number [${text}].`);
  const digits = octal ? `0o${body.slice(1)}` : body;
  const value = BigInt(digits) * (negative ? -1n : 1n);
  return whole(
    { at, text: (negative ? '-' : '') + body, value, kind, unsigned: hexadecimal || octal },
    expected,
  );
}

function floating({
  at,
  body,
  negative,
  kind,
}: {
  at: number;
  body: string;
  negative: boolean;
  kind: string;
}): Code {
  const value = Number(body) * (negative ? -1 : 1);
  const constant = kind === 'f' ? Math.fround(value) : value;
  if (!Number.isFinite(constant))
    throw fault(at, `Invalid ${kind === 'f' ? 'float' : 'double'} constant [${body}].`);
  return { type: kind === 'f' ? 'float' : 'double', at, js: numberText(constant), constant };
}

interface Whole {
  readonly at: number;
  /** The literal with its sign and without its suffix, for messages. */
  readonly text: string;
  readonly value: bigint;
  /** `l` for a long, `i` for an int. */
  readonly kind: string;
  /** True for hexadecimal and octal digits, which state the bits: `0xFFFFFFFF` is -1. */
  readonly unsigned: boolean;
}

function whole({ at, text, value, kind, unsigned }: Whole, expected: Type | undefined): Code {
  const bits = kind === 'l' ? 64 : 32;
  const wrapped =
    unsigned && BigInt.asUintN(bits, value) === value ? BigInt.asIntN(bits, value) : value;
  if (BigInt.asIntN(bits, wrapped) !== wrapped) {
    if (kind === 'l') throw fault(at, `Invalid long constant [${text}].`);
    const hint = `If you want a long constant then change it to [${text}L].`;
    throw fault(at, `Invalid int constant [${text}]. ${hint}`);
  }
  if (kind === 'l')
    return {
      type: 'long',
      at,
      js: wrapped < 0n ? `(${wrapped}n)` : `${wrapped}n`,
      constant: wrapped,
    };
  const constant = Number(wrapped);
  const range =
    expected !== undefined && Object.hasOwn(SMALL, expected) ? SMALL[expected] : undefined;
  const fits = range !== undefined && constant >= range[0] && constant <= range[1];
  return {
    type: fits && expected !== undefined ? expected : 'int',
    at,
    js: numberText(constant),
    constant,
  };
}

function numberText(value: number): string {
  if (value < 0 || Object.is(value, -0)) return `(-${-value})`;
  return String(value);
}

/** A string never becomes part of the emitted text: it is passed beside it, as a constant. */
export function stringLiteral(unit: Unit, value: string, at: number): Code {
  return { type: 'java.lang.String', at, js: unit.constant(value), constant: value };
}

const REGEXES_OFF =
  "Regexes are disabled. Set [script.painless.regex.enabled] to [true] in opensearch.yaml to allow them. Be careful though, regexes break out of Painless's protection against deep recursion and long loops.";

export function regexLiteral(
  unit: Unit,
  pattern: string,
  { flags, at }: { flags: string; at: number },
): Code {
  unit.places.statements.add(at);
  unit.places.note(at);
  unit.places.instruction();
  if (!unit.regexes) throw new CompileFault(at, REGEXES_OFF, 'java.lang.IllegalStateException');
  try {
    return {
      type: 'java.util.regex.Pattern',
      at,
      js: unit.constant(new Pattern(pattern, flagsOf(flags))),
    };
  } catch (error) {
    if (!(error instanceof Throwable)) throw error;
    throw new CompileFault(
      at,
      `Error compiling regex: ${error.message ?? ''}`,
      'java.util.regex.PatternSyntaxException',
    );
  }
}
