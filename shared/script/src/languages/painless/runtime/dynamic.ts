/**
 * Members of a `def`, resolved at run time by the class of the value. A `Site` is one such place in
 * a script and caches the result for the class it saw last.
 */
import {
  arrayIndex,
  badCast,
  boxAs,
  type ClassRegistry,
  classNameOf,
  defToBoolean,
  defToNumber,
  illegalArgument,
  JArray,
  type JavaClass,
  JFunction,
  JList,
  JMap,
  type Method,
  methodKey,
  nullPointer,
  type Throwable,
  type Type,
  textOf,
  unboxedType,
  type Value,
} from '@skein/java';
import type { IndexSite } from './index_site.js';
import { type CallShape, checkShape } from './method_type.js';

/** A method that takes and returns references. */
export type BoxedMethod = (...args: Value[]) => Value;

const MAX_INT = 2_147_483_647;

/** The shape of a call about which nothing is known. */
const ANY_SHAPE: CallShape = { args: [], wanted: 'def' };

export class Site {
  readonly registry: ClassRegistry;
  readonly name: string;
  readonly count: number;
  readonly #shape: CallShape;
  #className = '';
  #method: BoxedMethod | undefined;

  /** `shape` contains the types of the call's arguments and its required result type. */
  constructor(registry: ClassRegistry, name: string, count: number, shape = ANY_SHAPE) {
    this.registry = registry;
    this.#shape = shape;
    this.name = name;
    this.count = count;
  }

  /** The method of the receiver's class. */
  method(receiver: Value): BoxedMethod {
    const className = classNameOf(notNullReceiver(receiver));
    if (className !== this.#className || this.#method === undefined) {
      this.#method = this.#find(className);
      this.#className = className;
    }
    return this.#method;
  }

  /** Returns the reader of `name` for objects of this class; undefined if the class has none. */
  getter(className: string): BoxedMethod | undefined {
    if (className !== this.#className) {
      const found = getter(classOf(this.registry, className), this.name);
      this.#method = found === undefined ? undefined : this.#fitting(found);
      this.#className = className;
    }
    return this.#method;
  }

  #fitting(found: Method): BoxedMethod {
    checkShape(this.registry, this.#shape, found);
    return boxedMethod(this.registry, found, true);
  }

  #find(className: string): BoxedMethod {
    const found = classOf(this.registry, className)?.methods.get(methodKey(this.name, this.count));
    if (found !== undefined) return this.#fitting(found);
    throw illegalArgument(
      `dynamic method [${className.replaceAll('$', '.')}, ${methodKey(this.name, this.count)}] not found`,
    );
  }
}

const RECEIVER = 'Cannot invoke "Object.getClass()" because "callArgs[0]" is null';

function notNullReceiver(receiver: Value): NonNullable<Value> {
  if (receiver === null || receiver === undefined) throw nullPointer(RECEIVER);
  return receiver;
}

/** Arrays and lambdas have the methods of Object or of their interface. */
function classOf(registry: ClassRegistry, className: string): JavaClass | undefined {
  return registry.get(className) ?? registry.get('java.lang.Object');
}

const boxedMethods = new WeakMap<Method, BoxedMethod>();

/**
 * A table method for callers that only have references: arguments are converted, the result is
 * boxed.
 */
export function boxedMethod(
  registry: ClassRegistry,
  method: Method,
  instance: boolean,
): BoxedMethod {
  const known = boxedMethods.get(method);
  if (known !== undefined) return known;
  const casts = method.parameters.map((type) => defCaster(registry, type));
  const box = boxAs(method.returns);
  const skip = instance ? 1 : 0;
  // The arguments are converted to the types of the parameters, which the method takes.
  const run = method.run as BoxedMethod;
  if (instance && casts.length === 0) {
    const getter = box === undefined ? run : (self: Value) => box(run(self));
    boxedMethods.set(method, getter);
    return getter;
  }
  const made = (...args: Value[]): Value => {
    for (let i = 0; i < casts.length; i++) {
      const cast = casts[i];
      if (cast !== undefined) args[i + skip] = cast(args[i + skip] ?? null);
    }
    const result = run(...args);
    return box === undefined ? result : box(result);
  };
  boxedMethods.set(method, made);
  return made;
}

/** Converts a `def` to a type without a cast; undefined if the type accepts every reference. */
function defCaster(
  registry: ClassRegistry,
  type: Type,
  explicit = false,
): ((value: Value) => Value) | undefined {
  if (type === 'def' || type === 'java.lang.Object') return undefined;
  if (type === 'boolean') return defToBoolean;
  if (registry.get(type)?.functional !== undefined)
    return (value) => asFunction(registry, value, type);
  if (/^(?:byte|short|char|int|long|float|double)$/.test(type))
    return (value) => defToNumber(value, type, explicit);
  return (value) => defToReference(registry, value, type, explicit);
}

export function defToReference(
  registry: ClassRegistry,
  value: Value,
  type: Type,
  explicit: boolean,
): Value {
  if (value === null || registry.isSubtype(classNameOf(value), type)) return value;
  const primitive = unboxedType(type);
  if (primitive !== undefined && primitive !== 'boolean' && typeof value !== 'boolean') {
    return boxedNumber(value, primitive, type, explicit);
  }
  if (type === 'java.lang.String' && explicit && classNameOf(value) === 'java.lang.Character')
    return textOf(value);
  throw badCast(value, type.replaceAll('$', '.'), explicit);
}

function boxedNumber(
  value: NonNullable<Value>,
  primitive: string,
  type: Type,
  explicit: boolean,
): Value {
  try {
    const number = defToNumber(value, primitive, explicit);
    const box = boxAs(primitive);
    return box === undefined ? number : box(number);
  } catch {
    throw badCast(value, type, explicit);
  }
}

/** Turns a lambda whose interface is known only at a dynamic call into one of that interface. */
export function asFunction(registry: ClassRegistry, value: Value, type: Type): Value {
  if (!(value instanceof JFunction) || value.className !== 'def') {
    return defToReference(registry, value, type, false);
  }
  const target = registry.get(type)?.functional;
  if (target === undefined) throw illegalArgument(`Class [${type}] is not a functional interface`);
  const count = target.parameters.length;
  const dynamic = value.forCount ? value.forCount(count) : value.fn;
  if (value.forCount === undefined && dynamic.length !== count) {
    throw illegalArgument(`Incorrect number of parameters for [${target.name}] in [${type}]`);
  }
  const boxes = target.parameters.map((one) => boxAs(one));
  const cast = target.returns === 'void' ? undefined : defCaster(registry, target.returns);
  return new JFunction(type, (...args: Value[]) => {
    const result = dynamic(...args.map((one, i) => boxes[i]?.(one) ?? one));
    return cast === undefined ? result : cast(result);
  });
}

/**
 * `x.name` of a reference: a getter, a public field, an entry of a map, an element of a list, or
 * the length of an array.
 */
export function dynamicGet(site: Site, receiver: Value): Value {
  const value = notNullReceiver(receiver);
  const className = classNameOf(value);
  const found = site.getter(className);
  if (found !== undefined) return found(value);
  if (value instanceof JMap) return value.get(site.name);
  if (value instanceof JArray && site.name === 'length') return value.items.length;
  if (value instanceof JList) return value.get(dynamicShortcut(site.name));
  throw illegalArgument(
    `dynamic getter [${className.replaceAll('$', '.')}, ${site.name}] not found`,
  );
}

/** The index that `list.0` names; `undefined` if the name is no index. */
export function shortcutIndex(name: string): number | undefined {
  return /^\d+$/.test(name) && Number(name) <= MAX_INT ? Number(name) : undefined;
}

function dynamicShortcut(name: string): number {
  const index = shortcutIndex(name);
  if (index === undefined) throw illegalArgument(`Illegal list shortcut value [${name}].`);
  return index;
}

/** Finds `getName`, `isName`, or the field `name`. */
export function getter(javaClass: JavaClass | undefined, name: string): Method | undefined {
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  return (
    javaClass?.methods.get(methodKey(`get${capital}`, 0)) ??
    javaClass?.methods.get(methodKey(`is${capital}`, 0)) ??
    javaClass?.fields.get(name)
  );
}

export function dynamicSet(site: Site, receiver: Value, to: Value): Value {
  const value = notNullReceiver(receiver);
  const className = classNameOf(value);
  const found = setter(classOf(site.registry, className), site.name);
  if (found !== undefined) boxedMethod(site.registry, found, true)(value, to);
  else if (value instanceof JMap) value.put(site.name, to);
  else if (value instanceof JList) value.set(dynamicShortcut(site.name), to);
  else
    throw illegalArgument(
      `dynamic setter [${className.replaceAll('$', '.')}, ${site.name}] not found`,
    );
  return to;
}

export function setter(javaClass: JavaClass | undefined, name: string): Method | undefined {
  return javaClass?.methods.get(methodKey(`set${name.charAt(0).toUpperCase()}${name.slice(1)}`, 1));
}

/** Reads `x[i]` of a reference. */
export function dynamicIndex(receiver: Value, index: Value, site: IndexSite): Value {
  if (receiver instanceof JMap) return receiver.get(index);
  if (receiver instanceof JList)
    return receiver.get(listIndex(receiver.size(), site.index(index, 'List')));
  if (receiver instanceof JArray) {
    const box = boxAs(receiver.element);
    const at = site.index(index, `${receiver.element}[]`);
    const item = receiver.items[checkedIndex(receiver, at)] ?? null;
    return box === undefined ? item : box(item);
  }
  throw notIndexed(receiver, site);
}

function notIndexed(receiver: Value, site: IndexSite): Throwable {
  if (receiver === null || receiver === undefined) return site.failed(nullPointer(RECEIVER));
  const words = `Attempting to address a non-array-like type [${classNameOf(receiver)}] as an array.`;
  return site.failed(illegalArgument(words));
}

export function dynamicSetIndex(
  registry: ClassRegistry,
  receiver: Value,
  index: Value,
  to: Value,
  site: IndexSite,
): Value {
  if (receiver instanceof JMap) receiver.put(index, to);
  else if (receiver instanceof JList)
    receiver.set(listIndex(receiver.size(), site.index(index, 'List')), to);
  else if (receiver instanceof JArray) {
    const at = site.index(index, `${receiver.element}[]`);
    const cast = defCaster(registry, receiver.element);
    receiver.items[checkedIndex(receiver, at)] = cast === undefined ? to : cast(to);
  } else throw notIndexed(receiver, site);
  return to;
}

/** Negative indices count from the end. */
export function listIndex(size: number, index: number): number {
  return index < 0 ? size + index : index;
}

export function heldArray(array: JArray | null): JArray {
  if (array === null) throw nullPointer('Cannot load from object array because value is null');
  return array;
}

export function checkedIndex(array: JArray, index: number): number {
  const at = listIndex(array.items.length, index);
  if (at < 0 || at >= array.items.length)
    throw arrayIndex(`Index ${at} out of bounds for length ${array.items.length}`);
  return at;
}
