/** The conditional operator `a ? b : c` and the elvis operator `a ?: b`. */
import { isPrimitive, type Type } from '@skein/java';
import { promote } from '../runtime/arithmetic.js';
import type { Expression } from '../syntax/ast.js';
import { fault } from '../syntax/compile_fault.js';
import { cast, isNumeric } from './casts.js';
import { compile, compileTo } from './expressions.js';
import type { Scope } from './scope.js';
import type { Code } from './unit.js';

export function conditional(
  scope: Scope,
  node: Extract<Expression, { kind: 'conditional' }>,
  expected: Type | undefined,
): Code {
  scope.unit.places.note(node.at);
  const test = compileTo(scope, node.test, 'boolean').js;
  scope.unit.places.instruction();
  const left = compile(scope, node.then, expected);
  const right = compile(scope, node.otherwise, expected);
  const type = expected !== undefined && expected !== 'def' ? expected : meet(scope, left, right);
  const [a, b] = branches(scope, { left, right, type });
  return { type, at: node.at, js: `(${test}?${a}:${b})` };
}

/**
 * Casts both branches to their common type. In the text that OpenSearch emits, the cast of the
 * first branch stands before the second branch. So the position that this cast notes must not count
 * for the cast of the second, and the state of `places` is restored in between.
 */
function branches(
  { unit }: Scope,
  { left, right, type }: { left: Code; right: Code; type: Type },
): readonly [string, string] {
  const { places } = unit;
  const { state } = places;
  const a = cast(unit, left, type, { internal: true }).js;
  places.restore(state);
  return [a, cast(unit, right, type, { internal: true }).js];
}

/** The type of the expression: a common type of both branches. */
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

export function elvis(
  scope: Scope,
  node: Extract<Expression, { kind: 'elvis' }>,
  expected: Type | undefined,
): Code {
  if (expected !== undefined && isPrimitive(expected)) {
    throw fault(node.at, 'Elvis operator cannot return primitives');
  }
  scope.unit.places.note(node.at);
  const left = compile(scope, node.left, expected);
  scope.unit.places.instruction();
  const right = compile(scope, node.right, expected);
  if (left.isNull) throw fault(node.at, 'Extraneous elvis operator. LHS is null.');
  if (node.left.kind === 'string')
    throw fault(node.at, 'Extraneous elvis operator. LHS is a constant.');
  if (isPrimitive(left.type))
    throw fault(node.at, 'Extraneous elvis operator. LHS is a primitive.');
  if (right.isNull) throw fault(node.at, 'Extraneous elvis operator. RHS is null.');
  const type = expected ?? meet(scope, left, right);
  const name = scope.temporary();
  const [a, b] = branches(scope, { left: { ...left, js: name }, right, type });
  return { type, at: node.at, js: `((${name}=${left.js})!==null?${a}:${b})` };
}
