/** Operands of operators: their common type, and the positions of their casts. */
import type { Type } from '@skein/java';
import { promote } from '../runtime/arithmetic.js';
import type { BinaryOperator } from '../syntax/ast.js';
import { castFault } from '../syntax/compile_fault.js';
import { box, cast, convert, isInt, isNumeric } from './casts.js';
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

export const UNARY_NAMES = {
  '!': 'not',
  '~': 'bitwise not',
  '+': 'addition',
  '-': 'subtraction',
} as const;

export interface Operands {
  readonly op: BinaryOperator;
  readonly left: Code;
  readonly right: Code;
  readonly at: number;
  /**
   * True if the second operand has no position of its own: the last one noted belongs to a cast of
   * the first.
   */
  readonly secondIsPlain?: boolean;
  /** True in `a op= b`, where `&` and `|` apply to booleans too. */
  readonly isAssignment?: boolean;
}

/** Casts the first operand; in the text, its cast precedes all of the second operand. */
export function castFirst(
  unit: Unit,
  side: Code,
  type: Type,
  { secondIsPlain }: Pick<Operands, 'secondIsPlain'>,
): string {
  const { places } = unit;
  const { state } = places;
  const { js } = cast(unit, side, type);
  if (secondIsPlain !== true) places.restore(state);
  return js;
}

/** Notes the positions of casts of numbers to their common type. */
export function noteConversions(
  { places }: Unit,
  { left, right, secondIsPlain }: Operands,
  type: Type,
): void {
  const note = ({ type: from, constant, at }: Code): void => {
    if (from === type || constant !== undefined || !isNumeric(from)) return;
    places.note(at);
    places.instruction();
  };
  if (secondIsPlain === true) note(left);
  note(right);
}

export const wrongTypes = ({ op, left, right, at }: Operands): Error =>
  castFault(
    at,
    `cannot apply the ${OPERATOR_NAMES[op]} operator [${op}] to the types [${shown(left.type)}] and [${shown(right.type)}]`,
  );

export const wrongType = (op: keyof typeof UNARY_NAMES, type: Type, at: number): Error =>
  castFault(
    at,
    `cannot apply the ${UNARY_NAMES[op]} operator [${op}] to the type [${shown(type)}]`,
  );

/**
 * Operand types that an operator accepts: booleans, of which one makes both operands boolean, and
 * decimals (accepted by default).
 */
export interface Sides {
  readonly booleans?: boolean;
  readonly decimals?: boolean;
}

/**
 * The common type of both operands. One numeric operand is enough to determine it; the other may
 * not be castable to it.
 */
export function common(operands: Operands, { booleans, decimals = true }: Sides): Type {
  const a = operands.left.type;
  const b = operands.right.type;
  if (a === 'def' || b === 'def') return 'def';
  if (booleans && (a === 'boolean' || b === 'boolean')) return 'boolean';
  const isNumber = (type: Type): boolean =>
    isNumeric(type) && (decimals || (type !== 'double' && type !== 'float'));
  if (isNumber(a)) return isNumber(b) ? promote(a, b) : promote(a, 'int');
  if (isNumber(b)) return promote(b, 'int');
  throw wrongTypes(operands);
}

/**
 * Both operands as references; a dynamic operation takes primitives as they are, so none of them
 * has the position of a cast.
 */
export function defOperands(unit: Unit, { left, right }: Operands): string {
  return `${asReference(unit, left)},${asReference(unit, right)}`;
}

export function asReference(unit: Unit, code: Code): string {
  if (code.type === 'void') throw castFault(code.at, 'Cannot cast from [void] to [def].');
  return code.type === 'def' || code.isNull ? code.js : box(unit, code.type, code.js);
}

export function promoted(unit: Unit, code: Code, to: Type): string {
  if (code.isNull)
    throw castFault(code.at, `Cannot cast from [${shown(code.type)}] to [${shown(to)}].`);
  const { js, type: from, asNumber } = code;
  if (to === 'double' && asNumber !== undefined) return asNumber.near;
  const narrows = !isInt(from) && from !== 'long' && (to === 'int' || to === 'long');
  if (!isNumeric(from) || narrows) return cast(unit, code, to).js;
  return convert(unit, { js, from, to });
}
