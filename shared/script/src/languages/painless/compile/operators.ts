/**
 * Unary and binary operators: Java's promotion if the types are known, the runtime's if one is
 * `def`.
 */
import { boxNumber, isPrimitive, rawNumber, type Type, textOf } from '@skein/java';
import { defArithmetic, promote } from '../runtime/arithmetic.js';
import type { BinaryOperator } from '../syntax/ast.js';
import { CompileFault, fault } from '../syntax/compile_fault.js';
import { cast, convert, isInt, isNumeric, toText } from './casts.js';
import {
  asReference,
  castFirst,
  common,
  defOperands,
  noteConversions,
  type Operands,
  promoted,
  wrongType,
  wrongTypes,
} from './operands.js';
import type { Code, Unit } from './unit.js';

export function binary(unit: Unit, operands: Operands): Code {
  const { op } = operands;
  switch (op) {
    case '&&':
    case '||':
      return logical(unit, operands);
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

function logical(unit: Unit, operands: Operands): Code {
  const { op, at } = operands;
  const left = castFirst(unit, operands.left, 'boolean', operands);
  const right = cast(unit, operands.right, 'boolean').js;
  return { type: 'boolean', at, js: `(${left}${op}${right})`, ...knownTruth(operands) };
}

function knownTruth({ op, left, right }: Operands): { constant?: boolean } {
  const [a, b] = [left.constant, right.constant];
  if (typeof a !== 'boolean' || typeof b !== 'boolean') return {};
  return { constant: op === '&&' ? a && b : a || b };
}

function regex(unit: Unit, operands: Operands): Code {
  const { op, left, right, at } = operands;
  const pattern = castFirst(unit, right, 'java.util.regex.Pattern', operands);
  const text = cast(unit, left, 'java.lang.String').js;
  const name = op === '=~' ? 'regexFind' : 'regexMatches';
  return { type: 'boolean', at, js: `${unit.use(name)}(${pattern},${text},${unit.here()})` };
}

export function arithmetic(unit: Unit, operands: Operands): Code {
  const { op, left, right, at } = operands;
  if (op === '+' && (left.type === 'java.lang.String' || right.type === 'java.lang.String')) {
    const known = joinedConstants(operands);
    if (known !== undefined)
      return {
        type: 'java.lang.String',
        at,
        js: unit.constant(known),
        constant: known,
        isWritten: true,
      };
    return {
      type: 'java.lang.String',
      at,
      js: `${unit.use('concat')}(${toText(unit, left)},${toText(unit, right)},${unit.here()})`,
    };
  }
  const bits = op === '&' || op === '|' || op === '^';
  const booleans = op === '^' || (bits && operands.isAssignment === true);
  const type = common(operands, { booleans, decimals: !bits });
  if (type === 'def') {
    const run =
      op === '+' ? `${unit.use('defAdd')}(` : `${unit.use('defArithmetic')}(${unit.constant(op)},`;
    const js = `${run}${defOperands(unit, operands)},${unit.here()})`;
    return { type, at, dynamic: 'operation', js };
  }
  if (type === 'boolean') {
    const a = castFirst(unit, left, type, operands);
    const b = cast(unit, right, type).js;
    return { type, at, js: op === '^' ? `(${a}!==${b})` : `((${a}${op}${b})===1)` };
  }
  if (
    (op === '/' || op === '%') &&
    (right.constant === 0 || right.constant === 0n) &&
    left.constant !== undefined &&
    (type === 'int' || type === 'long')
  ) {
    // Constants are folded after all other checks have passed; the placeholder here is never run.
    unit.defer(new CompileFault(at, '/ by zero', 'java.lang.ArithmeticException'));
    const one = type === 'long' ? 1n : 1;
    return { type, at, js: type === 'long' ? '1n' : '1', constant: one };
  }
  noteConversions(unit, operands, type);
  const a = promoted(unit, left, type);
  const b = promoted(unit, right, type);
  const js = primitive(unit, { op, type, a, b });
  return { type, at, js, ...folded(operands) };
}

/**
 * Concatenates two constants at compile time; results of other operations are known too late for
 * this.
 */
function joinedConstants({ left, right }: Operands): string | undefined {
  const text = ({ constant, type, isWritten }: Code): string | undefined => {
    if (constant === undefined || !isWritten) return undefined;
    const isNumber = typeof constant === 'number' || typeof constant === 'bigint';
    return textOf(isNumber ? boxNumber(constant, type) : constant);
  };
  const [a, b] = [text(left), text(right)];
  return a === undefined || b === undefined ? undefined : a + b;
}

/**
 * The value of an operation on constants: division by a constant zero is detected at compile time.
 */
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
}

function primitive(unit: Unit, { op, type, a, b }: PrimitiveOperation): string {
  const here = unit.here();
  if (type === 'int') {
    if (op === '*') return `${unit.use('imul')}(${a},${b})`;
    if (op === '/') return `${unit.use('divideInt')}(${a},${b},${here})`;
    if (op === '%') return `${unit.use('remainderInt')}(${a},${b},${here})`;
    return op === '+' || op === '-' ? `(${a} ${op} ${b}|0)` : `(${a}${op}${b})`;
  }
  if (type === 'long') {
    if (op === '/') return `${unit.use('divideLong')}(${a},${b},${here})`;
    if (op === '%') return `${unit.use('remainderLong')}(${a},${b},${here})`;
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
  if (!whole(left) || !whole(right)) throw wrongTypes(operands);
  if (left.type === 'def' || right.type === 'def') {
    return {
      type: 'def',
      at,
      dynamic: 'operation',
      js: `${unit.use('defShift')}(${unit.constant(op)},${defOperands(unit, operands)},${unit.here()})`,
    };
  }
  noteConversions(unit, { ...operands, left: operands.right }, 'int');
  const by = convert(unit, { js: right.js, from: right.type, to: 'int' });
  // A constant, so that no parts are emitted (`unfolded`); its value is not read.
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
  const type = common(operands, {});
  if (type === 'def') {
    return {
      type: 'boolean',
      at,
      js: `${unit.use('defCompare')}(${unit.constant(op)},${defOperands(unit, operands)},${unit.here()})`,
    };
  }
  noteConversions(unit, operands, type);
  const a = compared(unit, left, type);
  const b = compared(unit, right, type);
  return { type: 'boolean', at, js: `(${a}${op}${b})`, ...constantOf(left, right) };
}

/** JavaScript compares numbers with bigints exactly, so integers need not have the same type. */
function compared(unit: Unit, code: Code, type: Type): string {
  if (type === 'long' && code.asNumber !== undefined) return code.asNumber.whole;
  if (type === 'long' && isInt(code.type) && code.type !== 'char') return code.js;
  return promoted(unit, code, type);
}

/** A comparison of constants is one, so that no parts are emitted; its value is not read. */
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
      noteConversions(unit, operands, type);
      const a = compared(unit, left, type);
      return done(`(${a}${type === 'long' ? '==' : '==='}${compared(unit, right, type)})`);
    }
    if (left.type === 'boolean' && right.type === 'boolean')
      return done(`(${left.js}===${right.js})`);
    const type = common(operands, {});
    promoted(unit, left, type);
    promoted(unit, right, type);
  }
  const dynamic = left.type === 'def' || right.type === 'def';
  const target = dynamic ? 'def' : 'java.lang.Object';
  if (left.isNull && isPrimitive(right.type))
    throw fault(left.at, `Cannot cast null to a primitive type [${right.type}].`);
  const asItIs = dynamic && !isReference;
  const a = asItIs ? asReference(unit, left) : castFirst(unit, left, target, operands);
  const b = asItIs ? asReference(unit, right) : cast(unit, right, target).js;
  if (left.isNull || right.isNull) return done(`(${a}===${b})`);
  const name = isReference ? 'sameReference' : 'defEquals';
  return done(`${unit.use(name)}(${a},${b},${unit.here()})`);
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
  if (op === '!') {
    const js = `(!${cast(unit, operand, 'boolean').js})`;
    const { constant } = operand;
    return {
      type: 'boolean',
      at,
      js,
      ...(typeof constant === 'boolean' ? { constant: !constant } : {}),
    };
  }
  if (operand.type === 'def') {
    const name = op === '-' ? 'defNegate' : op === '+' ? 'defPlus' : 'defComplement';
    return {
      type: 'def',
      at,
      dynamic: 'operation',
      js: `${unit.use(name)}(${operand.js},${unit.here()})`,
    };
  }
  if (!isNumeric(operand.type)) throw wrongType(op, operand.type, at);
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
  if (type === 'float' || type === 'double') throw wrongType(op, operand.type, at);
  return { type, at, js: `(~${js})`, ...known };
}
