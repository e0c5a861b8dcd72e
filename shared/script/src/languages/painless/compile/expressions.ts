/** Expressions to JavaScript. `expected` is what the place wants: only lambdas, small constants and conditionals look at it. */
import type { Type } from '../class_table.js';
import { isPrimitive } from '../class_table.js';
import { promote } from '../runtime/arithmetic.js';
import { boxedType, convertNumber } from '../runtime/convert.js';
import type { Expression, TypeName } from '../syntax/ast.js';
import { fault } from '../syntax/compile_fault.js';
import { assign, step } from './assignments.js';
import { cast, isNumeric } from './casts.js';
import { lambda, reference } from './lambdas.js';
import { numberLiteral, regexLiteral, stringLiteral } from './literals.js';
import { callMethod, construct, localCall, readField, readIndex } from './members.js';
import { binary, unary } from './operators.js';
import type { Scope } from './scope.js';
import { type Code, shown } from './unit.js';

export function compile(scope: Scope, node: Expression, expected?: Type): Code {
  const { unit } = scope;
  const { at } = node;
  switch (node.kind) {
    case 'number':
      return numberLiteral(node, expected);
    case 'string':
      return stringLiteral(unit, node.value, at);
    case 'boolean':
      return { type: 'boolean', at, js: String(node.value), constant: node.value };
    case 'null':
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
      return compileOperation(scope, node, expected);
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

function compileOperation(scope: Scope, node: Operation, expected: Type | undefined): Code {
  switch (node.kind) {
    case 'local_call':
      return localCall(scope, node);
    case 'new':
      return construct(scope, node);
    case 'new_array':
    case 'array':
      return newArray(scope, node);
    case 'call':
      return callMethod(scope, node);
    case 'field':
      return readField(scope, node);
    case 'index':
      return readIndex(scope, node);
    case 'unary': {
      const operand = compile(scope, node.operand);
      return unary(scope.unit, node.op, { ...operand, whole: node.at });
    }
    case 'step':
      return step(scope, node);
    case 'binary':
      return binary(scope.unit, {
        op: node.op,
        left: compile(scope, node.left),
        right: compile(scope, node.right),
        at: node.at,
      });
    case 'instanceof':
      return instanceOf(scope, node);
    case 'conditional':
      return conditional(scope, node, expected);
    case 'elvis':
      return elvis(scope, node, expected);
    case 'assign':
      return assign(scope, node);
    case 'cast':
      return explicitCast(scope, node);
  }
}

/** Compiled and cast without the user's asking. */
export function compileTo(scope: Scope, node: Expression, type: Type, internal = false): Code {
  return cast(scope.unit, compile(scope, node, type), type, { internal });
}

function readName(scope: Scope, node: Extract<Expression, { kind: 'name' }>): Code {
  const variable = scope.find(node.name);
  if (variable !== undefined) return { type: variable.type, at: node.at, js: variable.js };
  throw fault(node.at, `cannot resolve symbol [${node.name}]`);
}

function container(scope: Scope, node: Extract<Expression, { kind: 'list' | 'map' }>): Code {
  const { unit } = scope;
  const items =
    node.kind === 'list' ? node.items : node.entries.flatMap((entry) => [entry.key, entry.value]);
  const js = items.map((item) => compileTo(scope, item, 'def').js).join(',');
  if (node.kind === 'list')
    return { type: 'java.util.ArrayList', at: node.at, js: `${unit.use('makeList')}(${js})` };
  return { type: 'java.util.HashMap', at: node.at, js: `${unit.use('makeMap')}(${js})` };
}

function newArray(scope: Scope, node: Extract<Expression, { kind: 'new_array' | 'array' }>): Code {
  const { unit } = scope;
  const element = unit.type(node.type);
  const { at } = node;
  if (node.kind === 'array') {
    const items = node.items.map((item) => compileTo(scope, item, element, true).js);
    return {
      type: `${element}[]`,
      at,
      js: `${unit.use('arrayOf')}(${[unit.constant(element), ...items].join(',')})`,
    };
  }
  const sizes = node.sizes.map((size) => compileTo(scope, size, 'int').js);
  const type = element + '[]'.repeat(sizes.length);
  const js = `${unit.use('makeArray')}(${unit.constant(type)},${zeroOf(element)},[${sizes.join(',')}],p=${at})`;
  return { type, at, js };
}

/** What a variable of the type holds before it is set. */
export function zeroOf(type: Type): string {
  if (type === 'boolean') return 'false';
  if (type === 'long') return '0n';
  return isPrimitive(type) ? '0' : 'null';
}

function instanceOf(scope: Scope, node: Extract<Expression, { kind: 'instanceof' }>): Code {
  const { unit } = scope;
  const type = writtenType(scope, node.type);
  const operand = compile(scope, node.operand);
  const { at } = node;
  if (isPrimitive(operand.type) || type === 'def') {
    const boxed = (one: Type): Type => (isPrimitive(one) ? (boxedType(one) ?? one) : one);
    const result = type === 'def' || unit.registry.isSubtype(boxed(operand.type), boxed(type));
    return { type: 'boolean', at, js: `(${operand.js},${result})` };
  }
  const wanted = isPrimitive(type) ? (boxedType(type) ?? type) : type;
  const js = `${unit.use('isInstance')}(${unit.constant(unit.registry)},${operand.js},${unit.constant(wanted)})`;
  return { type: 'boolean', at, js };
}

export function writtenType(scope: Scope, written: TypeName): Type {
  return scope.unit.type(written);
}

function conditional(
  scope: Scope,
  node: Extract<Expression, { kind: 'conditional' }>,
  expected: Type | undefined,
): Code {
  const test = compileTo(scope, node.test, 'boolean').js;
  const then = compile(scope, node.then, expected);
  const otherwise = compile(scope, node.otherwise, expected);
  const type =
    expected !== undefined && expected !== 'def' ? expected : meet(scope, then, otherwise);
  const internal = { internal: true };
  const a = cast(scope.unit, then, type, internal).js;
  return {
    type,
    at: node.at,
    js: `(${test}?${a}:${cast(scope.unit, otherwise, type, internal).js})`,
  };
}

/** The type two branches share. */
function meet(scope: Scope, a: Code, b: Code): Type {
  if (a.type === b.type && !a.isNull && !b.isNull) return a.type;
  if (a.isNull && !isPrimitive(b.type)) return b.type;
  if (b.isNull && !isPrimitive(a.type)) return a.type;
  if (a.type === 'def' || b.type === 'def') return 'def';
  if (isNumeric(a.type) && isNumeric(b.type)) return promote(a.type, b.type);
  if (isPrimitive(a.type) || isPrimitive(b.type)) return 'def';
  if (scope.unit.registry.isSubtype(a.type, b.type)) return b.type;
  return scope.unit.registry.isSubtype(b.type, a.type) ? a.type : 'java.lang.Object';
}

function elvis(
  scope: Scope,
  node: Extract<Expression, { kind: 'elvis' }>,
  expected: Type | undefined,
): Code {
  if (expected !== undefined && isPrimitive(expected)) {
    throw fault(node.at, 'Elvis operator cannot return primitives');
  }
  const left = compile(scope, node.left, expected);
  const right = compile(scope, node.right, expected);
  if (left.isNull) throw fault(node.at, 'Extraneous elvis operator. LHS is null.');
  if (left.constant !== undefined && !isPrimitive(left.type))
    throw fault(node.at, 'Extraneous elvis operator. LHS is a constant.');
  if (isPrimitive(left.type))
    throw fault(node.at, 'Extraneous elvis operator. LHS is a primitive.');
  if (right.isNull) throw fault(node.at, 'Extraneous elvis operator. RHS is null.');
  const type = expected ?? meet(scope, left, right);
  const name = scope.temporary();
  const a = cast(scope.unit, { ...left, js: name }, type, { internal: true }).js;
  const b = cast(scope.unit, right, type, { internal: true }).js;
  return { type, at: node.at, js: `((${name}=${left.js})!==null?${a}:${b})` };
}

function explicitCast(scope: Scope, node: Extract<Expression, { kind: 'cast' }>): Code {
  const type = writtenType(scope, node.type);
  const operand = compile(scope, node.operand);
  const { constant: _, ...code } = cast(scope.unit, operand, type, { explicit: true });
  const known = operand.constant;
  const isNumber = typeof known === 'number' || typeof known === 'bigint';
  if (!isNumber || !isNumeric(type)) return { ...code, at: operand.at };
  return { ...code, at: operand.at, constant: convertNumber(known, type) };
}

/** How a type is shown beside a value of it. */
export const shownType = shown;
