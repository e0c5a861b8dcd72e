/** The conditional operator `a ? b : c` and the elvis operator `a ?: b`. */
import { isPrimitive, type Type } from '@skein/java';
import { promote } from '../runtime/arithmetic.js';
import type { Expression } from '../syntax/ast.js';
import { castFault, fault } from '../syntax/compile_fault.js';
import { cast, isNumeric } from './casts.js';
import { compile, compileTo } from './expressions.js';
import type { Scope } from './scope.js';
import type { Code } from './unit.js';

/** The type that the place of an expression has, if any. */
export interface WantedType {
  readonly expected: Type | undefined;
  /** True if a primitive may be boxed to any type that has its box. */
  readonly internal: boolean;
  /** The type to which the result of a script is cast later. */
  readonly later?: Type;
}

/**
 * Each branch is cast to the expected type, if there is one. Otherwise both are cast to a common
 * type, so that `true ? 1 : 2.5` is 1.0 there.
 */
export function conditional(
  scope: Scope,
  node: Extract<Expression, { kind: 'conditional' }>,
  wanted: WantedType,
): Code {
  scope.unit.places.note(node.at);
  const test = compileTo(scope, node.test, 'boolean').js;
  scope.unit.places.instruction();
  const before = scope.unit.specialReads;
  const left = compile(scope, node.then, wanted.expected, wanted.internal);
  const right = compile(scope, node.otherwise, wanted.expected, wanted.internal);
  const type =
    wanted.expected ?? meet(scope, { left, right, at: node.at, before, later: wanted.later });
  const [a, b] = branches(scope, { left, right, type, internal: wanted.internal });
  return { type, at: node.at, js: `(${test}?${a}:${b})` };
}

interface Branches extends Pick<WantedType, 'internal'> {
  readonly left: Code;
  readonly right: Code;
  readonly type: Type;
}

/**
 * Casts both branches to their common type. In the text that OpenSearch emits, the cast of the
 * first branch stands before the second branch. So the position that this cast notes must not count
 * for the cast of the second, and the state of `places` is restored in between.
 */
function branches(
  { unit }: Scope,
  { left, right, type, internal }: Branches,
): readonly [string, string] {
  const { places } = unit;
  const { state } = places;
  const a = cast(unit, left, type, { internal }).js;
  places.restore(state);
  return [a, cast(unit, right, type, { internal }).js];
}

interface Meeting {
  readonly left: Code;
  readonly right: Code;
  readonly at: number;
  /** The number of specialized reads before the branches. */
  readonly before: number;
  readonly later?: Type | undefined;
}

/**
 * The common type of both branches, as OpenSearch's `promoteConditional` finds it. A primitive and
 * a reference meet in Object, to which a primitive cannot be cast without being asked to.
 */
function meet({ unit }: Scope, { left: a, right: b, at, before, later }: Meeting): Type {
  if (a.type === b.type && !a.isNull && !b.isNull) return a.type;
  if (a.isNull && !isPrimitive(b.type)) return b.type;
  if (b.isNull && !isPrimitive(a.type)) return a.type;
  if (a.type === 'def' || b.type === 'def') return 'def';
  // A value whose type only the documents tell is a `def` in the text of the script.
  if (a.isRead || b.isRead) return later !== undefined && isPrimitive(later) ? later : 'def';
  if (unit.specialReads > before) throw fault(at, 'the common type is found at run time');
  if (SMALL.has(a.type) && SMALL.has(b.type)) {
    const types = `[${a.type}] and [${b.type}]`;
    throw castFault(at, `cannot apply the conditional operator [?:] to the types ${types}`);
  }
  if (isNumeric(a.type) && isNumeric(b.type)) return promote(a.type, b.type);
  if (isPrimitive(a.type) || isPrimitive(b.type)) return 'java.lang.Object';
  if (unit.registry.isSubtype(a.type, b.type)) return b.type;
  return unit.registry.isSubtype(b.type, a.type) ? a.type : 'java.lang.Object';
}

/** The types between which OpenSearch finds no common one. */
const SMALL: ReadonlySet<Type> = new Set(['byte', 'short']);

const CONSTANTS: ReadonlySet<Expression['kind']> = new Set(['string', 'number', 'boolean']);

export function elvis(
  scope: Scope,
  node: Extract<Expression, { kind: 'elvis' }>,
  wanted: WantedType,
): Code {
  const { expected, internal } = wanted;
  if (expected !== undefined && isPrimitive(expected)) {
    throw fault(node.at, 'Elvis operator cannot return primitives');
  }
  scope.unit.places.note(node.at);
  const before = scope.unit.specialReads;
  const left = compile(scope, node.left, expected, internal);
  scope.unit.places.instruction();
  const right = compile(scope, node.right, expected, internal);
  if (node.left.kind === 'null') throw fault(node.at, 'Extraneous elvis operator. LHS is null.');
  if (CONSTANTS.has(node.left.kind))
    throw fault(node.at, 'Extraneous elvis operator. LHS is a constant.');
  if (isPrimitive(left.type))
    throw fault(node.at, 'Extraneous elvis operator. LHS is a primitive.');
  if (right.isNull) throw fault(node.at, 'Extraneous elvis operator. RHS is null.');
  const type = expected ?? meet(scope, { left, right, at: node.at, before });
  const name = scope.temporary();
  const [a, b] = branches(scope, { left: { ...left, js: name }, right, type, internal });
  return { type, at: node.at, js: `((${name}=${left.js})!==null?${a}:${b})` };
}
