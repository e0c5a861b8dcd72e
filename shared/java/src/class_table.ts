/**
 * The classes that scripts can access, from the tables in whitelist/. As in OpenSearch, methods are
 * identified by name and number of arguments only, so calls need no overload resolution. Anything
 * outside the tables does not exist for a script.
 */
import { assert } from '@skein/base';
import type { Value } from './values/value.js';

/** A type: `int`, `def`, `java.util.List`, `int[]`. */
export type Type = string;

/**
 * An implementation takes and returns values in the form of its signature's types; an instance
 * method takes the object first.
 */
export type Implementation = (...args: never[]) => unknown;

/**
 * One class of a table. Signatures look like `int indexOf(String,int)`, constructors like `(int)`,
 * constants like `int MAX_VALUE`.
 */
export interface ClassTable {
  readonly name: string;
  readonly supers?: readonly string[];
  /** True (the default) if the class can be named without its package. */
  readonly imported?: boolean;
  readonly methods?: Readonly<Record<string, Implementation>>;
  readonly statics?: Readonly<Record<string, Implementation>>;
  readonly constructors?: Readonly<Record<string, Implementation>>;
  readonly constants?: Readonly<Record<string, Value | number>>;
  /** Readable fields: `double lat`. */
  readonly fields?: Readonly<Record<string, Implementation>>;
  /** The only abstract method of a functional interface, which a lambda can implement. */
  readonly functional?: string;
  /** The contexts whose scripts can access the class; all if undefined. */
  readonly contexts?: readonly string[];
  /** True if the table adds methods to a class that has a table of its own. */
  readonly augments?: boolean;
  /** True for a class whose values a script may get but whose name it cannot use. */
  readonly hidden?: boolean;
}

export interface Method {
  readonly owner: Type;
  readonly name: string;
  readonly parameters: readonly Type[];
  readonly returns: Type;
  /**
   * A method, and not a field: its callers pass what the parameters' types say, so any
   * implementation can be assigned.
   */
  run(...args: unknown[]): unknown;
  /**
   * For a context's function: the number of leading arguments that OpenSearch assumes to be the
   * same in every call.
   */
  readonly boundArguments?: number;
  /**
   * For a context's function: the class of the script itself, which OpenSearch passes as the first
   * argument.
   */
  readonly scriptClass?: Type;
  /** For a context's function: if true, `run` gets `doc` before the arguments. */
  readonly takesDoc?: boolean;
}

interface Constant {
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

/** Builds each class on first use, since a script needs few of the hundreds. */
export class ClassRegistry {
  readonly #tables = new Map<Type, ClassTable>();
  readonly #further = new Map<Type, ClassTable[]>();
  readonly #classes = new Map<Type, JavaClass>();
  readonly #byWrittenName = new Map<string, Type>();

  constructor(tables: readonly ClassTable[]) {
    for (const table of tables) if (table.augments !== true) this.#add(table);
    for (const table of tables) if (table.augments === true) this.#addFurther(table);
  }

  all(): Iterable<JavaClass> {
    for (const name of this.#tables.keys()) this.get(name);
    return this.#classes.values();
  }

  get(type: Type): JavaClass | undefined {
    const known = this.#classes.get(type);
    if (known !== undefined) return known;
    const table = this.#tables.get(type);
    return table && this.#build(table);
  }

  /** The type that a name in a script denotes; undefined if there is none. */
  resolve(name: string): Type | undefined {
    if (name.endsWith('[]')) {
      const element = this.resolve(name.slice(0, -2));
      return element === undefined || element === 'void' ? undefined : `${element}[]`;
    }
    if (name === 'def' || PRIMITIVES.has(name)) return name;
    return this.#byWrittenName.get(name);
  }

  /** True if reference type `from` is a subtype of `to`. */
  isSubtype(from: Type, to: Type): boolean {
    if (from === to || to === 'def' || to === 'java.lang.Object') return true;
    if (to === 'java.lang.Object[]' && from.endsWith('[]')) return !isPrimitive(from.slice(0, -2));
    return this.get(from)?.ancestors.has(to) ?? false;
  }

  #add(table: ClassTable): void {
    const { name, hidden, imported } = table;
    assert(!this.#tables.has(name), `class ${name} is declared twice`);
    this.#tables.set(name, table);
    if (hidden === true) return;
    const written = writtenName(name);
    this.#byWrittenName.set(written, name);
    if (imported !== false) this.#byWrittenName.set(shortName(written), name);
  }

  #addFurther(table: ClassTable): void {
    assert(this.#tables.has(table.name), `class ${table.name} is not in a table before`);
    const known = this.#further.get(table.name);
    if (known === undefined) this.#further.set(table.name, [table]);
    else known.push(table);
  }

  #build(table: ClassTable): JavaClass {
    const made = this.#declare(table);
    this.#classes.set(table.name, made);
    for (const { methods, statics } of this.#further.get(table.name) ?? []) {
      for (const [key, one] of this.#methods(table.name, methods)) made.methods.set(key, one);
      for (const [key, one] of this.#methods(table.name, statics)) made.statics.set(key, one);
    }
    this.#inherit(made, table);
    return made;
  }

  #declare(table: ClassTable): JavaClass {
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
    return made;
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
    return this.#method(owner, signature, run);
  }

  #method(owner: Type, signature: string, run: Implementation): Method {
    const parts = /^(\S+) ([^(\s]+)\(([^)]*)\)$/.exec(signature);
    assert(parts !== null, `a signature: ${signature}`);
    const [, returns = '', name = '', list = ''] = parts;
    const parameters = list === '' ? [] : list.split(',').map((one) => this.#type(one.trim()));
    return { owner, name, parameters, returns: this.#type(returns), run };
  }

  #type(name: string): Type {
    const type = this.resolve(name) ?? this.resolve(writtenName(name));
    assert(type !== undefined, `type ${name} of a signature is not in a table`);
    return type;
  }

  /** Adds the members of a superclass that this class lacks. */
  #inherit(to: JavaClass, from: ClassTable): void {
    to.ancestors.add(from.name);
    const supers = [
      ...(from.supers ?? []),
      ...(from.name === 'java.lang.Object' ? [] : ['java.lang.Object']),
    ];
    for (const above of supers) {
      const superclass = this.get(above);
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

/** Turns `java.util.Map$Entry` into `java.util.Map.Entry`, the notation in scripts. */
export function writtenName(name: Type): string {
  return name.replaceAll('$', '.');
}

function shortName(written: string): string {
  const parts = written.split('.');
  const first = parts.findIndex((part) => /^[A-Z]/.test(part));
  return parts.slice(Math.max(first, 0)).join('.');
}

export const isPrimitive = (type: Type): boolean => PRIMITIVES.has(type);
