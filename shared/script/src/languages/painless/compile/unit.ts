/**
 * One script being compiled: what its emitted text may refer to. The text holds only names made here (`v1`, `k2`, `f3`, `r_…`),
 * numbers, punctuation and JavaScript's own words; strings, classes and methods are constants handed over beside the text.
 */
import { type ClassRegistry, type Method, type Type, writtenName } from '../class_table.js';
import { boxedMethod, Site } from '../runtime/dynamic.js';
import type { TypeName } from '../syntax/ast.js';
import { type CompileFault, fault } from '../syntax/compile_fault.js';
import type { RuntimeName } from './runtime_table.js';
import type { FieldSlot, Specialization } from './specialized.js';

/** An expression compiled: its static type and JavaScript that has the value in that type's form. */
export interface Code {
  readonly type: Type;
  readonly js: string;
  readonly at: number;
  /** The value, when it is known now. */
  readonly constant?: number | bigint | boolean | string;
  readonly isNull?: boolean;
  /** Of a long that a field has, what costs less to make: `whole` a number or a bigint, to be compared only, `near` the closest double. */
  readonly asNumber?: { readonly whole: string; readonly near: string };
  /** The field of the document whose date it is. */
  readonly dateOf?: FieldSlot | undefined;
}

export interface UserFunction {
  readonly name: string;
  readonly returns: Type;
  readonly parameters: readonly Type[];
}

export class Unit {
  deferred: CompileFault | undefined;
  readonly registry: ClassRegistry;
  /** Whether the operator allows regex literals. */
  readonly regexes: boolean;
  /** Types of fields and parameters, when they are known. */
  readonly special: Specialization | undefined;
  readonly constants: unknown[] = [];
  readonly runtime = new Set<RuntimeName>();
  readonly functions = new Map<string, UserFunction>();
  /** Functions of the context, by name and number of arguments. */
  readonly given = new Map<string, Method>();
  readonly #known = new Map<unknown, string>();
  #names = 0;

  constructor(
    registry: ClassRegistry,
    { regexes = true, special }: { regexes?: boolean; special?: Specialization | undefined } = {},
  ) {
    this.registry = registry;
    this.regexes = regexes;
    this.special = special;
  }

  /** A fault that counts only when there is no other; the first of them. */
  defer(found: CompileFault): void {
    this.deferred ??= found;
  }

  fresh(letter: 'v' | 'f' | 't'): string {
    return `${letter}${this.#names++}`;
  }

  /** The name of a value in the emitted text. */
  constant(value: unknown): string {
    let name = this.#known.get(value);
    if (name === undefined) {
      name = `k${this.constants.length}`;
      this.constants.push(value);
      this.#known.set(value, name);
    }
    return name;
  }

  /** The name of a function of the runtime table. */
  use(name: RuntimeName): string {
    this.runtime.add(name);
    return `r_${name}`;
  }

  /** The place of a dynamic call. */
  site(name: string, count: number): Site {
    return new Site(this.registry, name, count);
  }

  /** A function of the script for callers that have only references. */
  boxedFunction(
    own: UserFunction,
    fn: (...args: unknown[]) => unknown,
  ): (...args: unknown[]) => unknown {
    const method = {
      owner: 'this',
      name: own.name,
      parameters: own.parameters,
      returns: own.returns,
      run: fn,
    };
    return boxedMethod(this.registry, method, false) as (...args: unknown[]) => unknown;
  }

  type(written: TypeName): Type {
    const type = this.registry.resolve(written.name);
    if (type === undefined) throw fault(written.at, `Not a type [${written.name}].`);
    return type;
  }
}

/** A type as error messages show it. */
export const shown = writtenName;
