/**
 * One script being compiled: what its emitted text may refer to. The text holds only names made here (`v1`, `k2`, `f3`, `r_…`),
 * numbers, punctuation and JavaScript's own words; strings, classes and methods are constants handed over beside the text.
 */
import { type ClassRegistry, type Method, type Type, writtenName } from '../class_table.js';
import { boxedMethod, Site } from '../runtime/dynamic.js';
import type { TypeName } from '../syntax/ast.js';
import { type CompileFault, fault } from '../syntax/compile_fault.js';
import { type PlaceState, Places } from './places.js';
import type { RuntimeName } from './runtime_table.js';
import type { FieldSlot, Specialization } from './specialized.js';

/** An expression compiled: its static type and JavaScript that has the value in that type's form. */
export interface Code {
  readonly type: Type;
  readonly js: string;
  readonly at: number;
  /** Where it cannot become what is wanted of it, when that is not `at`. */
  readonly refusedAt?: number;
  /** Text that is put together: the places before its own was noted, and how many had been when it was. */
  readonly concatenation?: { readonly before: PlaceState; readonly count: number };
  /** The value, when it is known now. */
  readonly constant?: number | bigint | boolean | string;
  /** A constant that stands in the text, not one made of others. */
  readonly isWritten?: boolean;
  /** A parameter whose type is that of the one at hand: the text leaves it open. */
  readonly isRead?: boolean;
  readonly isNull?: boolean;
  /** Of an operation on a `def`: it gives what its place wants, which is no cast of its own; a member does not where a cast is written. */
  readonly dynamic?: 'member' | 'operation';
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
  /** How many reads have types of the documents and parameters at hand, not of the text. */
  specialReads = 0;
  readonly registry: ClassRegistry;
  /** Whether the operator allows regex literals. */
  readonly regexes: boolean;
  /** Types of fields and parameters, when they are known. */
  readonly special: Specialization | undefined;
  readonly places = new Places();
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

  /** Sets the place of the instruction that is written here; the last argument of the functions that may fail. */
  here(): string {
    return `p=${this.places.instruction()}`;
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

  /** `unknown`: what is said, and where, when there is no such type. */
  type(
    { at, name }: TypeName,
    unknown: { readonly at: number; readonly words: string } = {
      at,
      words: `Not a type [${name}].`,
    },
  ): Type {
    const type = this.registry.resolve(name);
    if (type === undefined) throw fault(unknown.at, unknown.words);
    return type;
  }
}

/** A type as error messages show it. */
export const shown = writtenName;
