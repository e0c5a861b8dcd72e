/** Unary and binary operators: Java's promotion when the types are known, the runtime's when one is `def`. */
import { isPrimitive, type Type } from '../class_table.js';
import { defArithmetic, promote } from '../runtime/arithmetic.js';
import { boxNumber, rawNumber } from '../runtime/convert.js';
import type { BinaryOperator } from '../syntax/ast.js';
import { CompileFault, castFault, fault } from '../syntax/compile_fault.js';
import { cast, convert, isInt, isNumeric, toText } from './casts.js';
import { type Code, shown, type Unit } from './unit.js';

export const OPERATOR_NAMES: Readonly<Record<BinaryOperator, string>> = {
  '*': 'multiplication',
  '/': 'division',
  '%': 'remainder',
  '+': 'addition',
  '-': 'subtraction',
  '=~': 'find',
  '==~': 'match',
  '<<': 'left shift',
  '>>': 'right shift',
  '>>>': 'unsigned right shift',
  '<': 'less than',
  '<=': 'less than or equal to',
  '>': 'greater than',
  '>=': 'greater than or equal to',
  '==': 'equals',
  '!=': 'not equals',
  '===': 'reference equals',
  '!==': 'reference not equals',
  '&': 'bitwise and',
  '^': 'bitwise xor',
  '|': 'bitwise or',
  '&&': 'boolean and',
  '||': 'boolean or',
};

export interface Operands {
  readonly op: BinaryOperator;
  readonly left: Code;
  readonly right: Code;
  readonly at: number;
}

export function binary(unit: Unit, operands: Operands): Code {
  const { op, at } = operands;
  switch (op) {
    case '&&':
    case '||':
      return {
        type: 'boolean',
        at,
        js: `(${cast(unit, operands.left, 'boolean').js}${op}${cast(unit, operands.right, 'boolean').js})`,
      };
    case '=~':
    case '==~':
      return regex(unit, operands);
    case '==':
    case '!=':
    case '===':
    case '!==':
      return equality(unit, operands);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(unit, operands);
    case '<<':
    case '>>':
    case '>>>':
      return shift(unit, operands);
    default:
      return arithmetic(unit, operands);
  }
}

function regex(unit: Unit, { op, left, right, at }: Operands): Code {
  const text = cast(unit, left, 'java.lang.String');
  const pattern = cast(unit, right, 'java.util.regex.Pattern');
  return {
    type: 'boolean',
    at,
    js: `${unit.use(op === '=~' ? 'regexFind' : 'regexMatches')}(${text.js},${pattern.js},p=${at})`,
  };
}

/** The type both sides become; `boolean` only where the operator has a sense for it. */
function common({ op, left, right, at }: Operands, booleans: boolean): Type {
  if (left.type === 'def' || right.type === 'def') return 'def';
  const a = left.type;
  const b = right.type;
  if (isNumeric(a) && isNumeric(b)) return promote(a, b);
  if (booleans && a === 'boolean' && b === 'boolean') return 'boolean';
  throw castFault(at, `Cannot apply [${op}] operation to types [${shown(a)}] and [${shown(b)}].`);
}

function defOperands(unit: Unit, { left, right }: Operands): string {
  return `${cast(unit, left, 'def').js},${cast(unit, right, 'def').js}`;
}

export function arithmetic(unit: Unit, operands: Operands): Code {
  const { op, left, right, at } = operands;
  if (op === '+' && (left.type === 'java.lang.String' || right.type === 'java.lang.String')) {
    return {
      type: 'java.lang.String',
      at,
      js: `${unit.use('concat')}(${toText(unit, left)},${toText(unit, right)},p=${at})`,
    };
  }
  const bits = op === '&' || op === '|' || op === '^';
  const type = common(operands, op === '^');
  if (type === 'def') {
    const run =
      op === '+' ? `${unit.use('defAdd')}(` : `${unit.use('defArithmetic')}(${unit.constant(op)},`;
    return { type, at, js: `${run}${defOperands(unit, operands)},p=${at})` };
  }
  if (bits && (type === 'double' || type === 'float')) {
    throw castFault(
      at,
      `Cannot apply [${op}] operation to types [${shown(left.type)}] and [${shown(right.type)}].`,
    );
  }
  if (type === 'boolean') return { type, at, js: `(${left.js}!==${right.js})` };
  if (
    (op === '/' || op === '%') &&
    (right.constant === 0 || right.constant === 0n) &&
    left.constant !== undefined &&
    (type === 'int' || type === 'long')
  ) {
    // Constants are put together when everything else has been found to be in order; what stands here instead is never run.
    unit.defer(new CompileFault(at, '/ by zero', 'java.lang.ArithmeticException'));
    const one = type === 'long' ? 1n : 1;
    return { type, at, js: type === 'long' ? '1n' : '1', constant: one };
  }
  const a = promoted(unit, left, type);
  const b = promoted(unit, right, type);
  const js = primitive(unit, { op, type, a, b, at });
  return { type, at, js, ...folded(operands) };
}

/** The value of an operation on constants: a division by a constant zero is found while compiling. */
function folded({ op, left, right }: Operands): { constant?: number | bigint } {
  const a = left.constant;
  const b = right.constant;
  if (typeof a !== 'number' && typeof a !== 'bigint') return {};
  if (typeof b !== 'number' && typeof b !== 'bigint') return {};
  return {
    constant: rawNumber(defArithmetic(op, boxNumber(a, left.type), boxNumber(b, right.type))),
  };
}

interface PrimitiveOperation {
  readonly op: BinaryOperator;
  readonly type: Type;
  readonly a: string;
  readonly b: string;
  readonly at: number;
}

function primitive(unit: Unit, { op, type, a, b, at }: PrimitiveOperation): string {
  if (type === 'int') {
    if (op === '*') return `${unit.use('imul')}(${a},${b})`;
    if (op === '/') return `${unit.use('divideInt')}(${a},${b},p=${at})`;
    if (op === '%') return `${unit.use('remainderInt')}(${a},${b},p=${at})`;
    return op === '+' || op === '-' ? `(${a} ${op} ${b}|0)` : `(${a}${op}${b})`;
  }
  if (type === 'long') {
    if (op === '/') return `${unit.use('divideLong')}(${a},${b},p=${at})`;
    if (op === '%') return `${unit.use('remainderLong')}(${a},${b},p=${at})`;
    return op === '+' || op === '-' || op === '*'
      ? `${unit.use('bigInt64')}(${a} ${op} ${b})`
      : `(${a}${op}${b})`;
  }
  return type === 'float' ? `${unit.use('toFloat')}(${a} ${op} ${b})` : `(${a} ${op} ${b})`;
}

/** The left side keeps its promoted type; the right side counts as an int. */
function shift(unit: Unit, operands: Operands): Code {
  const { op, left, right, at } = operands;
  const whole = (code: Code): boolean =>
    isInt(code.type) || code.type === 'long' || code.type === 'def';
  if (!whole(left) || !whole(right)) {
    throw castFault(
      at,
      `Cannot apply [${op}] operation to types [${shown(left.type)}] and [${shown(right.type)}].`,
    );
  }
  if (left.type === 'def' || right.type === 'def') {
    return {
      type: 'def',
      at,
      js: `${unit.use('defShift')}(${unit.constant(op)},${defOperands(unit, operands)},p=${at})`,
    };
  }
  const by = convert(unit, { js: right.js, from: right.type, to: 'int' });
  const known = left.constant !== undefined && right.constant !== undefined ? { constant: 1 } : {};
  if (left.type !== 'long')
    return {
      type: 'int',
      at,
      js: op === '>>>' ? `(${left.js}>>>${by}|0)` : `(${left.js}${op}${by})`,
      ...known,
    };
  const name = op === '<<' ? 'shiftLeftLong' : op === '>>' ? 'shiftRightLong' : 'shiftUnsignedLong';
  return { type: 'long', at, js: `${unit.use(name)}(${left.js},${by})`, ...known };
}

function comparison(unit: Unit, operands: Operands): Code {
  const { op, left, right, at } = operands;
  const type = common(operands, false);
  if (type === 'def') {
    return {
      type: 'boolean',
      at,
      js: `${unit.use('defCompare')}(${unit.constant(op)},${defOperands(unit, operands)},p=${at})`,
    };
  }
  const a = compared(unit, left, type);
  const b = compared(unit, right, type);
  return { type: 'boolean', at, js: `(${a}${op}${b})`, ...constantOf(left, right) };
}

/** JavaScript compares numbers with bigints, and exactly: whole numbers need not be of one kind. */
function compared(unit: Unit, code: Code, type: Type): string {
  if (type === 'long' && code.asNumber !== undefined) return code.asNumber.whole;
  if (type === 'long' && isInt(code.type) && code.type !== 'char') return code.js;
  return promoted(unit, code, type);
}

function promoted(unit: Unit, { js, type: from, asNumber }: Code, to: Type): string {
  if (to === 'double' && asNumber !== undefined) return asNumber.near;
  return convert(unit, { js, from, to });
}

const constantOf = (left: Code, right: Code): { constant?: boolean } =>
  left.constant !== undefined && right.constant !== undefined ? { constant: true } : {};

function equality(unit: Unit, operands: Operands): Code {
  const { op, left, right, at } = operands;
  const not = op.startsWith('!') ? '!' : '';
  const isReference = op.length === 3;
  const done = (js: string): Code => ({ type: 'boolean', at, js: `(${not}${js})` });
  if (left.isNull && right.isNull) throw fault(at, 'extraneous comparison of [null] constants');
  if (isPrimitive(left.type) && isPrimitive(right.type)) {
    if (isNumeric(left.type) && isNumeric(right.type)) {
      const type = promote(left.type, right.type);
      const a = compared(unit, left, type);
      return done(`(${a}${type === 'long' ? '==' : '==='}${compared(unit, right, type)})`);
    }
    if (left.type === 'boolean' && right.type === 'boolean')
      return done(`(${left.js}===${right.js})`);
  }
  const dynamic = left.type === 'def' || right.type === 'def';
  const target = dynamic ? 'def' : 'java.lang.Object';
  if (left.isNull && isPrimitive(right.type))
    throw fault(left.at, `Cannot cast null to a primitive type [${right.type}].`);
  const a = cast(unit, left, target);
  const b = cast(unit, right, target);
  if (left.isNull || right.isNull) return done(`(${a.js}===${b.js})`);
  return done(`${unit.use(isReference ? 'sameReference' : 'defEquals')}(${a.js},${b.js})`);
}

function negated(op: string, { constant }: Code): { constant?: number | bigint } {
  if (typeof constant !== 'number' && typeof constant !== 'bigint') return {};
  return { constant: op === '-' ? -constant : constant };
}

export function unary(
  unit: Unit,
  op: '!' | '~' | '+' | '-',
  operand: Code & { readonly whole: number },
): Code {
  const at = operand.whole;
  if (op === '!') return { type: 'boolean', at, js: `(!${cast(unit, operand, 'boolean').js})` };
  if (operand.type === 'def') {
    const name = op === '-' ? 'defNegate' : op === '+' ? 'defPlus' : 'defComplement';
    return { type: 'def', at, js: `${unit.use(name)}(${operand.js},p=${at})` };
  }
  if (!isNumeric(operand.type))
    throw castFault(at, `Cannot apply [${op}] operation to type [${shown(operand.type)}].`);
  const type = promote(operand.type, 'int');
  const js = convert(unit, { js: operand.js, from: operand.type, to: type });
  const known = negated(op, operand);
  if (op === '+') return { type, at, js, ...known };
  if (op === '-') {
    if (type === 'int') return { type, at, js: `(-${js}|0)`, ...known };
    return {
      type,
      at,
      js: type === 'long' ? `${unit.use('bigInt64')}(-${js})` : `(-${js})`,
      ...known,
    };
  }
  if (type === 'float' || type === 'double')
    throw castFault(at, `Cannot apply [~] operation to type [${shown(operand.type)}].`);
  return { type, at, js: `(~${js})`, ...known };
}
