/** `=`, `+=`, `++`: to a variable, a member, an element. What is left of the sign is computed once. */
import type { Type } from '../class_table.js';
import { Site, setter } from '../runtime/dynamic.js';
import type {
  BinaryOperator,
  Expression,
  FieldExpression,
  IndexExpression,
} from '../syntax/ast.js';
import { fault } from '../syntax/compile_fault.js';
import { cast } from './casts.js';
import { compile, compileTo } from './expressions.js';
import { indexKey, shortcutKey, typePath } from './members.js';
import { binary, OPERATOR_NAMES } from './operators.js';
import type { Scope } from './scope.js';
import { type Code, shown } from './unit.js';

/** A place that can be written: what to run before, how to read it, how to write it. */
interface Place {
  readonly type: Type;
  readonly before: readonly string[];
  readonly read: () => Code;
  readonly write: (js: string) => string;
}

export function assign(scope: Scope, node: Extract<Expression, { kind: 'assign' }>): Code {
  const place = placeOf(scope, node.target, node.at);
  const { at } = node;
  if (node.op === '') {
    const value = compile(scope, node.value, place.type);
    const typed = cast(scope.unit, value, place.type);
    return { type: place.type, at, js: sequence([...place.before, place.write(typed.js)]) };
  }
  const written = compound(scope, { place, op: node.op, value: compile(scope, node.value), at });
  return { type: place.type, at, js: sequence([...place.before, place.write(written.js)]) };
}

interface Compound {
  readonly place: Place;
  readonly op: BinaryOperator;
  readonly value: Code;
  readonly at: number;
}

/** `a op b` as the type of `a`; a `def` keeps the class of number it held. */
function compound(scope: Scope, { place, op, value, at }: Compound): Code {
  const { unit } = scope;
  const left = place.read();
  if (left.type !== 'def') {
    const result = binary(unit, { op, left, right: value, at });
    return cast(unit, result, place.type, { explicit: true });
  }
  const name = scope.temporary();
  const result = binary(unit, { op, left: { ...left, js: name }, right: value, at });
  const js = cast(unit, result, 'def').js;
  return {
    type: 'def',
    at,
    js: `(${name}=${left.js},${unit.use('defNarrowLike')}(${name},${js}))`,
  };
}

const sequence = (parts: readonly string[]): string => `(${parts.join(',')})`;

export function step(scope: Scope, node: Extract<Expression, { kind: 'step' }>): Code {
  const { at } = node;
  const place = placeOf(scope, node.target, at);
  const by: Code = { type: 'int', at, js: '1', constant: 1 };
  const op = node.op === '++' ? '+' : '-';
  if (node.prefix) {
    const value = compound(scope, { place, op, value: by, at });
    return { type: place.type, at, js: sequence([...place.before, place.write(value.js)]) };
  }
  const old = scope.temporary();
  const held: Place = { ...place, read: () => ({ type: place.type, at, js: old }) };
  const value = compound(scope, { place: held, op, value: by, at });
  const parts = [...place.before, `${old}=${place.read().js}`, place.write(value.js), old];
  return { type: place.type, at, js: sequence(parts) };
}

function placeOf(scope: Scope, node: Expression, at: number): Place {
  if (node.kind === 'name') return variablePlace(scope, node);
  if (node.kind === 'field') return fieldPlace(scope, node);
  if (node.kind === 'index') return indexPlace(scope, node);
  throw fault(at, `invalid assignment: cannot assign a value to ${describe(node)}`);
}

function describe(node: Expression): string {
  if (node.kind === 'binary') return `${OPERATOR_NAMES[node.op]} operation [${node.op}]`;
  if (node.kind === 'call') return `function call [${node.name}/${node.args.length}]`;
  return node.kind.replaceAll('_', ' ');
}

function variablePlace(scope: Scope, node: Extract<Expression, { kind: 'name' }>): Place {
  const variable = scope.find(node.name);
  if (variable === undefined) throw fault(node.at, `cannot resolve symbol [${node.name}]`);
  if (variable.readOnly) throw fault(node.at, `Variable [${node.name}] is read-only.`);
  return {
    type: variable.type,
    before: [],
    read: () => ({ type: variable.type, at: node.at, js: variable.js }),
    write: (js) => `${variable.js}=${js}`,
  };
}

/** Keeps the object of the place in a variable of its own. */
function held(scope: Scope, node: Expression): { object: Code; before: string } {
  const object = compile(scope, node);
  const name = scope.temporary();
  return { object: { ...object, js: name }, before: `${name}=${object.js}` };
}

function fieldPlace(scope: Scope, node: FieldExpression): Place {
  const { unit } = scope;
  const { at, name } = node;
  if (node.safe)
    throw fault(at, `invalid assignment: cannot assign a value to a null safe operation [?.]`);
  const type = typePath(scope, node.target);
  if (type !== undefined) throw fault(at, `field [${shown(type)}, ${name}] is not assignable`);
  const { object, before } = held(scope, node.target);
  if (object.type === 'def') {
    const site = unit.constant(new Site(unit.registry, name, 0));
    const writeSite = unit.constant(new Site(unit.registry, name, 1));
    return {
      type: 'def',
      before: [before],
      read: () => ({
        type: 'def',
        at,
        js: `${unit.use('dynamicGet')}(${site},${object.js},p=${at})`,
      }),
      write: (js) => `${unit.use('dynamicSet')}(${writeSite},${object.js},${js},p=${at})`,
    };
  }
  return staticFieldPlace(scope, node, { object, before });
}

function staticFieldPlace(
  scope: Scope,
  node: FieldExpression,
  { object, before }: { object: Code; before: string },
): Place {
  const { unit } = scope;
  const { at, name } = node;
  const method = setter(unit.registry.get(object.type), name);
  if (method !== undefined) {
    const type = method.parameters[0] ?? 'def';
    const read = (): Code => compile(scope, node);
    return {
      type,
      before: [before],
      read,
      write: (js) => `(p=${at},${unit.constant(method.run)}(${object.js},${js}))`,
    };
  }
  const key = shortcutKey(scope, object.type, name);
  if (key === undefined) throw fault(at, `field [${shown(object.type)}, ${name}] not found`);
  return elementPlace(scope, { object, before: [before], key, at });
}

interface Element {
  readonly object: Code;
  readonly before: readonly string[];
  readonly key: string;
  readonly at: number;
}

/** An entry of a map or an element of a list. */
function elementPlace(scope: Scope, { object, before, key, at }: Element): Place {
  const { unit } = scope;
  const registry = unit.constant(unit.registry);
  return {
    type: 'def',
    before,
    read: () => ({
      type: 'def',
      at,
      js: `${unit.use('dynamicIndex')}(${object.js},${key},p=${at})`,
    }),
    write: (js) => `${unit.use('dynamicSetIndex')}(${registry},${object.js},${key},${js},p=${at})`,
  };
}

function indexPlace(scope: Scope, node: IndexExpression): Place {
  const { unit } = scope;
  const { at } = node;
  const { object, before } = held(scope, node.target);
  const index = scope.temporary();
  if (!object.type.endsWith('[]')) {
    const key = indexKey(scope, node, object.type);
    return elementPlace(scope, { object, before: [before, `${index}=${key}`], key: index, at });
  }
  const type = object.type.slice(0, -2);
  return {
    type,
    before: [before, `${index}=${compileTo(scope, node.index, 'int').js}`],
    read: () => ({ type, at, js: `${unit.use('getItem')}(${object.js},${index},p=${at})` }),
    write: (js) => `${unit.use('setItem')}(${object.js},${index},${js},p=${at})`,
  };
}
