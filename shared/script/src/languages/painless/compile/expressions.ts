/**
 * Compiles expressions to JavaScript. `expected` is the type that the place requires: only lambdas,
 * small constants and conditionals use it.
 */
import { boxedType, convertNumber, isPrimitive, type Type } from '@skein/java';
import type { BinaryExpression, BinaryOperator, Expression } from '../syntax/ast.js';
import { fault } from '../syntax/compile_fault.js';
import { assign, step } from './assignments.js';
import { calledHere } from './calls.js';
import { cast, isNumeric } from './casts.js';
import { conditional, elvis, type WantedType } from './conditionals.js';
import { readIndex } from './indexes.js';
import { lambda, reference } from './lambdas.js';
import { numberLiteral, regexLiteral, stringLiteral } from './literals.js';
import { callMethod, construct, localCall, readField } from './members.js';
import type { Operands } from './operands.js';
import { binary, unary } from './operators.js';
import type { PlaceState } from './places.js';
import type { Scope } from './scope.js';
import type { Code } from './unit.js';

/**
 * `expected` is the type to which the caller casts the result, `internal` says that primitives may
 * be boxed then. They matter to expressions that convert parts of themselves.
 */
export function compile(scope: Scope, node: Expression, expected?: Type, internal = false): Code {
  const { unit } = scope;
  const { at } = node;
  switch (node.kind) {
    case 'number':
      unit.places.instruction();
      return { ...numberLiteral(node, expected), isWritten: true };
    case 'string':
      unit.places.instruction();
      return { ...stringLiteral(unit, node.value, at), isWritten: true };
    case 'boolean':
      unit.places.instruction();
      return { type: 'boolean', at, js: String(node.value), constant: node.value, isWritten: true };
    case 'null':
      unit.places.instruction();
      return { type: 'java.lang.Object', at, js: 'null', isNull: true };
    case 'regex':
      return regexLiteral(unit, node.pattern, node);
    case 'list':
    case 'map':
      return container(scope, node);
    case 'name':
      return readName(scope, node);
    case 'lambda':
      return lambda(scope, node, expected);
    case 'reference':
      return reference(scope, node, expected);
    default:
      return compileOperation(scope, node, { expected, internal });
  }
}

type Operation = Exclude<
  Expression,
  {
    kind:
      | 'number'
      | 'string'
      | 'boolean'
      | 'null'
      | 'regex'
      | 'list'
      | 'map'
      | 'name'
      | 'lambda'
      | 'reference';
  }
>;

function compileOperation(scope: Scope, node: Operation, wanted: WantedType): Code {
  const { expected } = wanted;
  switch (node.kind) {
    case 'local_call':
      return localCall(scope, node);
    case 'new':
      return construct(scope, node);
    case 'new_array':
    case 'array':
      return newArray(scope, node);
    case 'call':
      return callMethod(scope, node, expected);
    case 'field':
      return readField(scope, node, expected);
    case 'index':
      return readIndex(scope, node);
    case 'unary':
      return compileUnary(scope, node);
    case 'step':
      return step(scope, node);
    case 'binary':
      return compileBinary(scope, node);
    case 'instanceof':
      return instanceOf(scope, node);
    case 'conditional':
      return conditional(scope, node, wanted);
    case 'elvis':
      return elvis(scope, node, wanted);
    case 'assign':
      return assign(scope, node);
    case 'cast':
      return explicitCast(scope, node);
  }
}

function compileUnary(scope: Scope, node: Extract<Expression, { kind: 'unary' }>): Code {
  const { places } = scope.unit;
  const before = places.state;
  places.note(node.at);
  const operand = compile(scope, node.operand);
  return unfolded(scope, before, unary(scope.unit, node.op, { ...operand, whole: node.at }));
}

function compileBinary(scope: Scope, node: BinaryExpression): Code {
  const { unit } = scope;
  const { places } = unit;
  const before = places.state;
  places.note(node.at);
  const { count } = places;
  const operands = isRegexOperator(node.op) ? regexOperands(scope, node) : inOrder(scope, node);
  const code = binary(unit, { op: node.op, at: node.at, ...operands });
  const concatenation = { before, count };
  return unfolded(
    scope,
    before,
    isConcatenation(node.op, code) ? { ...code, concatenation } : code,
  );
}

type BothSides = Pick<Operands, 'left' | 'right' | 'secondIsPlain'>;

function inOrder(
  scope: Scope,
  { op, left: leftNode, right: rightNode }: BinaryExpression,
): BothSides {
  const { places } = scope.unit;
  const left = joined(scope, op, compile(scope, leftNode));
  const { count } = places;
  const right = joined(scope, op, compile(scope, rightNode));
  return { left, right, secondIsPlain: places.count === count };
}

/** The pattern is compiled first: its position is not that of a failing match. */
function regexOperands(scope: Scope, { left, right }: BinaryExpression): BothSides {
  const { places } = scope.unit;
  const pattern = compile(scope, right);
  const { count } = places;
  const text = compile(scope, left);
  return { left: text, right: pattern, secondIsPlain: places.count === count };
}

const isRegexOperator = (op: BinaryOperator): boolean => op === '=~' || op === '==~';

const isConcatenation = (op: BinaryOperator, { type, constant }: Code): boolean =>
  op === '+' && type === 'java.lang.String' && constant === undefined;

/** Nested concatenations are merged into one: the position of the inner one is not noted. */
function joined({ unit }: Scope, op: BinaryOperator, code: Code): Code {
  const { concatenation } = code;
  if (op === '+' && concatenation !== undefined && concatenation.count === unit.places.count)
    unit.places.restore(concatenation.before);
  return code;
}

/** A value known at compile time is a constant at run time: none of its parts are emitted. */
function unfolded({ unit }: Scope, before: PlaceState, code: Code): Code {
  if (code.constant === undefined) return code;
  unit.places.restore(before);
  unit.places.instruction();
  return code;
}

/** Compiles and casts implicitly. */
export function compileTo(scope: Scope, node: Expression, type: Type, internal = false): Code {
  return cast(scope.unit, compile(scope, node, type, internal), type, { internal });
}

function readName(scope: Scope, node: Extract<Expression, { kind: 'name' }>): Code {
  const variable = scope.find(node.name);
  if (variable !== undefined) {
    scope.unit.places.instruction();
    return { type: variable.type, at: node.at, js: variable.js };
  }
  throw fault(node.at, `cannot resolve symbol [${node.name}]`);
}

function container(scope: Scope, node: Extract<Expression, { kind: 'list' | 'map' }>): Code {
  const { unit } = scope;
  const items =
    node.kind === 'list' ? node.items : node.entries.flatMap((entry) => [entry.key, entry.value]);
  unit.places.note(node.at);
  unit.places.instruction();
  const given = items.map((item) => compileTo(scope, item, 'def').js);
  const [type, make] =
    node.kind === 'list'
      ? (['java.util.ArrayList', 'makeList'] as const)
      : (['java.util.HashMap', 'makeMap'] as const);
  return { type, at: node.at, js: calledHere(scope, unit.use(make), given) };
}

function newArray(scope: Scope, node: Extract<Expression, { kind: 'new_array' | 'array' }>): Code {
  const { unit } = scope;
  const { at } = node;
  const depth = node.kind === 'array' ? 1 : node.sizes.length;
  const words = `Not a type [${node.type.name}${'[]'.repeat(depth)}].`;
  const element = unit.type(node.type, { at, words });
  unit.places.note(at);
  if (node.kind === 'array') {
    unit.places.instruction();
    const items = node.items.map((item) => compileTo(scope, item, element, true).js);
    const js = calledHere(scope, unit.use('arrayOf'), [unit.constant(element), ...items]);
    return { type: `${element}[]`, at, js };
  }
  const sizes = node.sizes.map((size) => compileTo(scope, size, 'int', true).js);
  const type = element + '[]'.repeat(sizes.length);
  const js = `${unit.use('makeArray')}(${unit.constant(type)},${zeroOf(element)},[${sizes.join(',')}],${unit.here()})`;
  return { type, at, js };
}

/** The initial value of a variable of the type. */
export function zeroOf(type: Type): string {
  if (type === 'boolean') return 'false';
  if (type === 'long') return '0n';
  return isPrimitive(type) ? '0' : 'null';
}

function instanceOf(scope: Scope, node: Extract<Expression, { kind: 'instanceof' }>): Code {
  const { unit } = scope;
  const words = `Not a type [${node.type.name}].`;
  const type = unit.type(node.type, { at: node.at, words });
  const operand = compile(scope, node.operand);
  const { at } = node;
  unit.places.instruction();
  if (isPrimitive(operand.type) || type === 'def') {
    const boxed = (one: Type): Type => (isPrimitive(one) ? (boxedType(one) ?? one) : one);
    const result = type === 'def' || unit.registry.isSubtype(boxed(operand.type), boxed(type));
    return { type: 'boolean', at, js: `(${operand.js},${result})` };
  }
  const wanted = isPrimitive(type) ? (boxedType(type) ?? type) : type;
  const js = `${unit.use('isInstance')}(${unit.constant(unit.registry)},${operand.js},${unit.constant(wanted)})`;
  return { type: 'boolean', at, js };
}

function explicitCast(scope: Scope, node: Extract<Expression, { kind: 'cast' }>): Code {
  const words = `cannot resolve type [${node.type.name}]`;
  const type = scope.unit.type(node.type, { at: node.at, words });
  const compiled = compile(scope, node.operand);
  const at = node.operand.kind === 'number' ? node.operand.digitsAt : compiled.at;
  const operand = { ...compiled, at };
  const { constant: _, isRead: __, ...code } = cast(scope.unit, operand, type, { explicit: true });
  const known = operand.constant;
  const isNumber = typeof known === 'number' || typeof known === 'bigint';
  const places = { at: operand.at, refusedAt: node.at };
  if (!isNumber || !isNumeric(type)) return { ...code, ...places };
  return { ...code, ...places, constant: convertNumber(known, type) };
}
