/**
 * The classes a script can see, from the tables in whitelist/. Methods are known by name and number of arguments only, as in
 * the reference, so a call is resolved without overloads. What is not in a table does not exist for a script.
 */
import { assert } from '@skein/base';
import type { Value } from './runtime/value.js';

/** `int`, `def`, `java.util.List`, `int[]`. */
export type Type = string;

/** An implementation takes and gives values in the form of its signature's types; an instance method takes the object first. */
export type Implementation = (...args: never[]) => unknown;

/** One class as written in a table. Signatures: `int indexOf(String,int)`, constructors `(int)`, constants `int MAX_VALUE`. */
export interface ClassTable {
  readonly name: string;
  readonly supers?: readonly string[];
  /** Can be written without its package. Default true. */
  readonly imported?: boolean;
  readonly methods?: Readonly<Record<string, Implementation>>;
  readonly statics?: Readonly<Record<string, Implementation>>;
  readonly constructors?: Readonly<Record<string, Implementation>>;
  readonly constants?: Readonly<Record<string, Value | number>>;
  /** Readable fields: `double lat`. */
  readonly fields?: Readonly<Record<string, Implementation>>;
  /** The one abstract method of a functional interface: a lambda can stand for it. */
  readonly functional?: string;
  /** The contexts whose scripts see the class; undefined: all. */
  readonly contexts?: readonly string[];
  /** These are further methods of a class that has a table of its own. */
  readonly augments?: boolean;
  /** A class of values that a script meets but cannot name. */
  readonly hidden?: boolean;
}

export interface Method {
  readonly owner: Type;
  readonly name: string;
  readonly parameters: readonly Type[];
  readonly returns: Type;
  readonly run: (...args: unknown[]) => unknown;
  /** Of a context's function: how many of its first arguments the reference holds to be the same in every call. */
  readonly boundArguments?: number;
}

export interface Constant {
  readonly type: Type;
  readonly value: unknown;
}

export interface JavaClass {
  readonly name: Type;
  readonly table: ClassTable;
  readonly methods: Map<string, Method>;
  readonly statics: Map<string, Method>;
  readonly constructors: Map<number, Method>;
  readonly constants: Map<string, Constant>;
  readonly fields: Map<string, Method>;
  readonly functional: Method | undefined;
  readonly ancestors: Set<Type>;
}

export const PRIMITIVES: ReadonlySet<Type> = new Set([
  'boolean',
  'byte',
  'short',
  'char',
  'int',
  'long',
  'float',
  'double',
  'void',
]);

export class ClassRegistry {
  readonly #classes = new Map<Type, JavaClass>();
  readonly #byWrittenName = new Map<string, Type>();

  constructor(tables: readonly ClassTable[]) {
    for (const table of tables) {
      if (table.augments === true) continue;
      assert(!this.#byWrittenName.has(table.name), `class ${table.name} is declared twice`);
      const written = writtenName(table.name);
      if (table.hidden === true) continue;
      this.#byWrittenName.set(written, table.name);
      if (table.imported !== false) this.#byWrittenName.set(shortName(written), table.name);
    }
    for (const table of tables) if (table.augments !== true) this.#declare(table);
    for (const table of tables) if (table.augments === true) this.#augment(table);
    for (const one of this.#classes.values()) this.#inherit(one, one.table);
  }

  all(): Iterable<JavaClass> {
    return this.#classes.values();
  }

  get(type: Type): JavaClass | undefined {
    return this.#classes.get(type);
  }

  /** The type of a name as a script writes it; undefined: there is none. */
  resolve(name: string): Type | undefined {
    if (name.endsWith('[]')) {
      const element = this.resolve(name.slice(0, -2));
      return element === undefined || element === 'void' ? undefined : `${element}[]`;
    }
    if (name === 'def' || PRIMITIVES.has(name)) return name;
    return this.#byWrittenName.get(name);
  }

  /** Whether a reference of type `from` is one of type `to`. */
  isSubtype(from: Type, to: Type): boolean {
    if (from === to || to === 'def' || to === 'java.lang.Object') return true;
    if (to === 'java.lang.Object[]' && from.endsWith('[]')) return !isPrimitive(from.slice(0, -2));
    return this.#classes.get(from)?.ancestors.has(to) ?? false;
  }

  #augment(table: ClassTable): void {
    const augmented = this.#classes.get(table.name);
    assert(augmented !== undefined, `class ${table.name} is not in a table before`);
    for (const [key, method] of this.#methods(table.name, table.methods))
      augmented.methods.set(key, method);
    for (const [key, method] of this.#methods(table.name, table.statics))
      augmented.statics.set(key, method);
  }

  #declare(table: ClassTable): void {
    const made: JavaClass = {
      name: table.name,
      table,
      methods: this.#methods(table.name, table.methods),
      statics: this.#methods(table.name, table.statics),
      constructors: new Map(),
      constants: new Map(),
      fields: new Map(),
      functional:
        table.functional === undefined ? undefined : this.#functional(table.name, table.functional),
      ancestors: new Set(),
    };
    for (const [signature, run] of Object.entries(table.constructors ?? {})) {
      const method = this.#method(table.name, `${table.name} <init>${signature}`, run);
      made.constructors.set(method.parameters.length, method);
    }
    for (const [signature, value] of Object.entries(table.constants ?? {})) {
      const [type = '', name = ''] = signature.split(' ');
      made.constants.set(name, { type: this.#type(type), value });
    }
    for (const [signature, run] of Object.entries(table.fields ?? {})) {
      const method = this.#method(table.name, `${signature}()`, run);
      made.fields.set(method.name, method);
    }
    if (made.functional) made.methods.set(keyOf(made.functional), made.functional);
    this.#classes.set(table.name, made);
  }

  #methods(
    owner: Type,
    signatures: Readonly<Record<string, Implementation>> = {},
  ): Map<string, Method> {
    const methods = new Map<string, Method>();
    for (const [signature, run] of Object.entries(signatures)) {
      const method = this.#method(owner, signature, run);
      assert(!methods.has(keyOf(method)), `${owner}.${keyOf(method)} is declared twice`);
      methods.set(keyOf(method), method);
    }
    return methods;
  }

  #functional(owner: Type, signature: string): Method {
    const run = (self: { fn: (...args: unknown[]) => unknown }, ...args: unknown[]): unknown =>
      self.fn(...args);
    return this.#method(owner, signature, run as Implementation);
  }

  #method(owner: Type, signature: string, run: Implementation): Method {
    const parts = /^(\S+) ([^(\s]+)\(([^)]*)\)$/.exec(signature);
    assert(parts !== null, `a signature: ${signature}`);
    const [, returns = '', name = '', list = ''] = parts;
    const parameters = list === '' ? [] : list.split(',').map((one) => this.#type(one.trim()));
    return { owner, name, parameters, returns: this.#type(returns), run: run as Method['run'] };
  }

  #type(name: string): Type {
    const type = this.resolve(name) ?? this.resolve(writtenName(name));
    assert(type !== undefined, `type ${name} of a signature is not in a table`);
    return type;
  }

  /** Adds what the class above has and this one does not. */
  #inherit(to: JavaClass, from: ClassTable): void {
    to.ancestors.add(from.name);
    const supers = [
      ...(from.supers ?? []),
      ...(from.name === 'java.lang.Object' ? [] : ['java.lang.Object']),
    ];
    for (const above of supers) {
      const superclass = this.#classes.get(above);
      assert(superclass !== undefined, `class ${above} above ${from.name} is not in a table`);
      for (const [key, method] of superclass.methods) {
        const own = superclass.table.methods !== undefined || method.owner === above;
        if (own && !to.methods.has(key)) to.methods.set(key, method);
      }
      for (const [key, field] of superclass.fields)
        if (!to.fields.has(key)) to.fields.set(key, field);
      this.#inherit(to, superclass.table);
    }
  }
}

export function methodKey(name: string, count: number): string {
  return `${name}/${count}`;
}

function keyOf(method: Method): string {
  return methodKey(method.name, method.parameters.length);
}

/** `java.util.Map$Entry` is written `java.util.Map.Entry`. */
export function writtenName(name: Type): string {
  return name.replaceAll('$', '.');
}

function shortName(written: string): string {
  const parts = written.split('.');
  const first = parts.findIndex((part) => /^[A-Z]/.test(part));
  return parts.slice(Math.max(first, 0)).join('.');
}

export const isPrimitive = (type: Type): boolean => PRIMITIVES.has(type);
