/** `=`, `+=`, `++` on a variable, a member or an element. The left side is evaluated once. */
import type { Type } from '@skein/java';
import { Site, setter } from '../runtime/dynamic.js';
import type {
  BinaryOperator,
  Expression,
  FieldExpression,
  IndexExpression,
} from '../syntax/ast.js';
import { fault } from '../syntax/compile_fault.js';
import { calledHere } from './calls.js';
import { cast } from './casts.js';
import { compile, compileTo } from './expressions.js';
import { indexKey, indexSite, shortcutKey } from './indexes.js';
import { asReference, castFirst } from './operands.js';
import { binary } from './operators.js';
import type { Scope } from './scope.js';
import { typePath } from './type_path.js';
import { whyNotAssignable } from './unassignable.js';
import { type Code, shown } from './unit.js';

/** An assignable place: code to run first, and how to read and write the place. */
interface Place {
  readonly type: Type;
  readonly at: number;
  readonly before: readonly string[];
  readonly read: () => Code;
  readonly write: (js: string) => string;
  /** True for a `def`, whose class converts the value at run time: it is not cast. */
  readonly takesAny?: boolean;
}

export function assign(scope: Scope, node: Extract<Expression, { kind: 'assign' }>): Code {
  const { at } = node;
  if (node.op !== '') scope.unit.places.note(node.target.at);
  const place = placeOf(scope, node.target);
  if (node.op === '') {
    const value = compile(scope, node.value, place.takesAny ? undefined : place.type);
    const typed = place.takesAny
      ? asReference(scope.unit, value)
      : cast(scope.unit, value, place.type).js;
    return { type: place.type, at, js: sequence([...place.before, place.write(typed)]) };
  }
  const expected = node.value.kind === 'number' ? 'def' : undefined;
  const value = (): Code => compile(scope, node.value, expected);
  const written = compound(scope, { place, op: node.op, value, at });
  return { type: place.type, at, js: sequence([...place.before, place.write(written.js)]) };
}

interface Compound {
  readonly place: Place;
  readonly op: BinaryOperator;
  /** Compiled after the place is read. */
  readonly value: () => Code;
  readonly at: number;
}

/** Compiles `a op b` with the type of `a`; a `def` keeps the numeric class it had. */
function compound(scope: Scope, { place, op, value, at }: Compound): Code {
  const { unit } = scope;
  const left = place.read();
  const { count } = unit.places;
  const given = value();
  const isText = op === '+' && given.type === 'java.lang.String' && !given.isRead;
  const right = left.type === 'def' && !isText ? cast(unit, given, 'def') : given;
  const secondIsPlain = unit.places.count === count;
  if (left.type !== 'def') {
    const result = binary(unit, { op, left, right, at, secondIsPlain, isAssignment: true });
    // A dynamic operation converts its result to the type of the place itself.
    return cast(unit, result, place.type, { explicit: true, isTurn: result.dynamic !== undefined });
  }
  if (isText) {
    const text: Code = { ...left, type: 'java.lang.String', at: place.at };
    const js = castFirst(unit, { ...left, at: place.at }, 'java.lang.String', { secondIsPlain });
    return { ...binary(unit, { op, left: { ...text, js }, right, at }), type: 'def' };
  }
  const name = scope.temporary();
  const result = binary(unit, { op, left: { ...left, js: name }, right, at, secondIsPlain });
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
  scope.unit.places.note(node.target.at);
  const place = placeOf(scope, node.target);
  const by = (): Code => {
    scope.unit.places.instruction();
    return { type: 'int', at, js: '1', constant: 1 };
  };
  const op = node.op === '++' ? '+' : '-';
  if (node.prefix) {
    const value = compound(scope, { place, op, value: by, at });
    return { type: place.type, at, js: sequence([...place.before, place.write(value.js)]) };
  }
  const old = scope.temporary();
  const read = place.read().js;
  const held: Place = { ...place, read: () => ({ type: place.type, at, js: old }) };
  const value = compound(scope, { place: held, op, value: by, at });
  const parts = [...place.before, `${old}=${read}`, place.write(value.js), old];
  return { type: place.type, at, js: sequence(parts) };
}

function placeOf(scope: Scope, node: Expression): Place {
  if (node.kind === 'name') return variablePlace(scope, node);
  if (node.kind === 'field') return fieldPlace(scope, node);
  if (node.kind === 'index') return indexPlace(scope, node);
  throw fault(node.at, whyNotAssignable(node));
}

function variablePlace(scope: Scope, node: Extract<Expression, { kind: 'name' }>): Place {
  const variable = scope.find(node.name);
  if (variable === undefined) throw fault(node.at, `cannot resolve symbol [${node.name}]`);
  if (variable.readOnly) throw fault(node.at, `Variable [${node.name}] is read-only.`);
  return {
    type: variable.type,
    at: node.at,
    before: [],
    read: () => {
      scope.unit.places.instruction();
      return { type: variable.type, at: node.at, js: variable.js };
    },
    write: (js) => `${variable.js}=${js}`,
  };
}

/** Stores the object of the place in a temporary variable. */
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
      at,
      takesAny: true,
      before: [before],
      read: () => {
        copied(scope, at);
        return {
          type: 'def',
          at,
          js: `${unit.use('dynamicGet')}(${site},${object.js},${unit.here()})`,
        };
      },
      write: (js) => {
        unit.places.note(at);
        return `${unit.use('dynamicSet')}(${writeSite},${object.js},${js},${unit.here()})`;
      },
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
      at,
      before: [before],
      read,
      write: (js) => {
        unit.places.note(at);
        return calledHere(scope, unit.constant(method.run), [object.js, js]);
      },
    };
  }
  const key = shortcutKey(scope, object.type, node);
  if (key === undefined) throw fault(at, `field [${shown(object.type)}, ${name}] not found`);
  const site = indexSite(scope, object.type);
  return elementPlace(scope, { object, before: [before], key, site, at });
}

interface Element {
  readonly object: Code;
  readonly before: readonly string[];
  readonly key: string;
  readonly site: string;
  readonly at: number;
}

/** A value that is read and then written is copied before it is read. */
function copied({ unit }: Scope, at: number): void {
  unit.places.instruction();
  unit.places.note(at);
}

/** An entry of a map or an element of a list. */
function elementPlace(scope: Scope, { object, before, key, site, at }: Element): Place {
  const { unit } = scope;
  const registry = unit.constant(unit.registry);
  return {
    type: 'def',
    at,
    takesAny: object.type === 'def',
    before,
    read: () => {
      copied(scope, at);
      const given = [object.js, key, site, unit.here()];
      return { type: 'def', at, js: `${unit.use('dynamicIndex')}(${given.join(',')})` };
    },
    write: (js) => {
      unit.places.note(at);
      const given = [registry, object.js, key, js, site, unit.here()];
      return `${unit.use('dynamicSetIndex')}(${given.join(',')})`;
    },
  };
}

function indexPlace(scope: Scope, node: IndexExpression): Place {
  const { unit } = scope;
  const { at } = node;
  const { object, before } = held(scope, node.target);
  const index = scope.temporary();
  if (!object.type.endsWith('[]')) {
    const { key, site } = indexKey(scope, node, object.type);
    const parts = [before, `${index}=${key}`];
    return elementPlace(scope, { object, before: parts, key: index, site, at });
  }
  const type = object.type.slice(0, -2);
  return {
    type,
    at,
    before: [before, `${index}=${compileTo(scope, node.index, 'int').js}`],
    read: () => {
      copied(scope, at);
      return { type, at, js: `${unit.use('getItem')}(${object.js},${index},${unit.here()})` };
    },
    write: (js) => {
      unit.places.note(at);
      return `${unit.use('setItem')}(${object.js},${index},${js},${unit.here()})`;
    },
  };
}
