/**
 * Calls, fields and brackets: resolved at compile time if the type is known, by a `Site` at run
 * time if it is `def`.
 */
import { boxedType, isPrimitive, type Method, methodKey, type Type } from '@skein/java';
import { getter, Site } from '../runtime/dynamic.js';
import type { CallExpression, Expression, FieldExpression } from '../syntax/ast.js';
import { fault, UNPLACED_FAULT } from '../syntax/compile_fault.js';
import { calledHere, receiver } from './calls.js';
import { compile, compileTo } from './expressions.js';
import { indexSite, shortcutKey } from './indexes.js';
import { asReference } from './operands.js';
import type { Scope } from './scope.js';
import {
  specializedCount,
  specializedDatePart,
  specializedRead,
  specializedValue,
} from './specialized.js';
import { dottedName, typePath } from './type_path.js';
import { type Code, shown } from './unit.js';

/** True if a dotted name starts with a variable or a class. */
function startsKnown(scope: Scope, node: Expression): boolean {
  if (node.kind === 'name' && scope.find(node.name) !== undefined) return true;
  if (typePath(scope, node) !== undefined) return true;
  return node.kind === 'field' && startsKnown(scope, node.target);
}

/** The object of a member access; throws OpenSearch's error for an unknown name. */
function target(scope: Scope, node: CallExpression | FieldExpression): Code {
  const path = dottedName(node.target);
  if (path !== undefined && !startsKnown(scope, node.target)) {
    const whole = node.kind === 'field' ? `${path}.${node.name}` : path;
    throw fault(node.at, `cannot resolve symbol [${whole}]`);
  }
  return compile(scope, node.target);
}

/** `a?.b`: null without further evaluation if `a` is null. */
function safely(
  scope: Scope,
  node: CallExpression | FieldExpression,
  object: Code,
  read: (object: Code) => Code,
): Code {
  if (!node.safe) return read(object);
  scope.unit.places.note(node.at);
  scope.unit.places.instruction();
  const name = scope.temporary();
  const result = read({ ...object, js: name, dateOf: undefined });
  if (isPrimitive(result.type))
    throw fault(UNPLACED_FAULT, 'Result of null safe operator must be nullable');
  return { ...result, js: `((${name}=${object.js})===null?null:${result.js})` };
}

/** `expected` is the type that the place requires, which a dynamic call returns. */
export function callMethod(scope: Scope, node: CallExpression, expected?: Type): Code {
  const count = specializedCount(scope, node);
  if (count !== undefined) return count;
  const type = typePath(scope, node.target);
  if (type === undefined)
    return safely(scope, node, target(scope, node), (object) =>
      callOn(scope, { node, expected }, object),
    );
  const key = methodKey(node.name, node.args.length);
  const method = scope.unit.registry.get(type)?.statics.get(key);
  if (method === undefined)
    throw fault(node.at, `static method [${shown(type)}, ${key}] not found`);
  return invoke(scope, { method, args: node.args, at: node.at });
}

/** Dates are not converted at the call, because dates of fields have a class of their own. */
const wantedType = (expected: Type | undefined): Type =>
  expected === undefined || expected === 'java.time.ZonedDateTime' ? 'def' : expected;

/**
 * An argument of a dynamic call with its static type; an argument that has a type only through
 * specialization counts as having none.
 */
function shapedArgument(
  scope: Scope,
  node: Expression,
): { readonly code: Code; readonly type: Type } {
  const { unit } = scope;
  const reads = unit.specialReads;
  // The branches of an operator meet in a common type here; other expressions become a `def`.
  const isChoice = node.kind === 'conditional' || node.kind === 'elvis';
  const code = compile(scope, node, isChoice ? undefined : 'def', true);
  const isOwn = unit.specialReads === reads || code.type === 'boolean';
  return { code, type: isOwn && !code.isNull ? code.type : 'def' };
}

interface Wanted<T> {
  readonly node: T;
  readonly expected: Type | undefined;
}

function callOn(scope: Scope, wanted: Wanted<CallExpression>, object: Code): Code {
  const { node } = wanted;
  if (object.type === 'def') return dynamicCall(scope, wanted, object);
  const type = isPrimitive(object.type) ? (boxedType(object.type) ?? object.type) : object.type;
  const key = methodKey(node.name, node.args.length);
  const { registry } = scope.unit;
  const found = (registry.get(type) ?? registry.get('java.lang.Object'))?.methods.get(key);
  if (found === undefined) throw fault(node.at, `member method [${shown(type)}, ${key}] not found`);
  return invoke(scope, { method: found, args: node.args, at: node.at, object });
}

interface Invocation {
  readonly method: Method;
  readonly args: readonly Expression[];
  readonly at: number;
  readonly object?: Code;
}

/** A call of a known method: its arguments are converted to the types of the signature. */
export function invoke(scope: Scope, { method, args, at, object }: Invocation): Code {
  const { unit } = scope;
  unit.places.note(at);
  const part = object && specializedDatePart(scope, method, object);
  if (part !== undefined) return part;
  const given = args.map((arg, i) => compileTo(scope, arg, method.parameters[i] ?? 'def', true).js);
  const callee = unit.constant(method.run);
  if (method.takesDoc) given.unshift(docOf(scope, method, at));
  if (object === undefined)
    return { type: method.returns, at, js: calledHere(scope, callee, given) };
  const { js, check } = receiver(scope, object, method);
  return { type: method.returns, at, js: calledHere(scope, callee, [js, ...given], check) };
}

/** Functions defined in a script cannot access the variables of the context. */
function docOf(scope: Scope, { name }: Method, at: number): string {
  const doc = scope.hostDoc();
  if (doc === undefined) throw fault(at, `[${name}] can only be called where [doc] is seen`);
  return doc.js;
}

function dynamicCall(scope: Scope, { node, expected }: Wanted<CallExpression>, object: Code): Code {
  const { unit } = scope;
  unit.places.note(node.at);
  const given = node.args.map((arg) => shapedArgument(scope, arg));
  const args = given.map(({ code }) => asReference(unit, code));
  const shape = { args: given.map(({ type }) => type), wanted: wantedType(expected) };
  const site = unit.constant(new Site(unit.registry, node.name, args.length, shape));
  const name = args.length === 0 ? 'call0' : args.length === 1 ? 'call1' : 'callN';
  return {
    type: 'def',
    at: node.at,
    dynamic: 'member',
    js: calledHere(scope, unit.use(name), [site, object.js, ...args]),
  };
}

export function localCall(scope: Scope, node: Extract<Expression, { kind: 'local_call' }>): Code {
  const { unit } = scope;
  const key = methodKey(node.name, node.args.length);
  const own = unit.functions.get(key);
  if (own === undefined) {
    const given = unit.given.get(key);
    if (given !== undefined) return invoke(scope, { method: given, args: node.args, at: node.at });
    throw fault(node.at, `Unknown call [${node.name}] with [${node.args.length}] arguments.`);
  }
  unit.places.note(node.at);
  const args = node.args.map(
    (arg, i) => compileTo(scope, arg, own.parameters[i] ?? 'def', true).js,
  );
  return { type: own.returns, at: node.at, js: calledHere(scope, own.name, args) };
}

export function construct(scope: Scope, node: Extract<Expression, { kind: 'new' }>): Code {
  const words = `Not a type [${node.type.name}].`;
  const type = scope.unit.type(node.type, { at: node.at, words });
  const method = scope.unit.registry.get(type)?.constructors.get(node.args.length);
  if (method === undefined) {
    throw fault(node.at, `constructor [${shown(type)}, <init>/${node.args.length}] not found`);
  }
  const made = invoke(scope, { method, args: node.args, at: node.at });
  if (!scope.unit.registry.isSubtype(type, 'java.lang.Exception')) return { ...made, type };
  // An exception's position is where it is created, wherever it is thrown.
  const place = scope.unit.places.state.last;
  return { ...made, type, js: `${scope.unit.use('madeAt')}(${made.js},${place})` };
}

export function readField(scope: Scope, node: FieldExpression, expected?: Type): Code {
  const special =
    specializedValue(scope, node) ?? specializedRead(scope, node) ?? specializedCount(scope, node);
  if (special !== undefined) return special;
  const whole = typePath(scope, node);
  const type = typePath(scope, node.target);
  if (type === undefined) {
    if (whole !== undefined)
      throw fault(node.at, `value required: instead found unexpected type [${shown(whole)}]`);
    return safely(scope, node, target(scope, node), (object) =>
      fieldOf(scope, { node, expected }, object),
    );
  }
  const constant = scope.unit.registry.get(type)?.constants.get(node.name);
  if (constant === undefined)
    throw fault(node.at, `static field [${shown(type)}, ${node.name}] not found`);
  scope.unit.places.note(node.at);
  scope.unit.places.instruction();
  return { type: constant.type, at: node.at, js: scope.unit.constant(constant.value) };
}

function fieldOf(scope: Scope, { node, expected }: Wanted<FieldExpression>, object: Code): Code {
  const { unit } = scope;
  const { at, name } = node;
  if (object.type === 'def') {
    unit.places.note(at);
    const shape = { args: [], wanted: wantedType(expected) };
    const site = unit.constant(new Site(unit.registry, name, 0, shape));
    const js = `${unit.use('dynamicGet')}(${site},${object.js},${unit.here()})`;
    return { type: 'def', at, dynamic: 'member', js };
  }
  if (object.type.endsWith('[]')) {
    unit.places.note(at);
    if (name === 'length')
      return { type: 'int', at, js: `${unit.use('arrayLength')}(${object.js},${unit.here()})` };
    throw fault(at, `Field [${name}] does not exist for array type [${shown(object.type)}].`);
  }
  const found = getter(unit.registry.get(object.type), name);
  if (found !== undefined) return invoke(scope, { method: found, args: [], at, object });
  const key = shortcutKey(scope, object.type, node);
  if (key === undefined) throw fault(at, `field [${shown(object.type)}, ${name}] not found`);
  unit.places.instruction();
  const site = indexSite(scope, object.type);
  unit.places.note(at);
  const given = [object.js, key, site, unit.here()];
  return { type: 'def', at, js: `${unit.use('dynamicIndex')}(${given.join(',')})` };
}
