/**
 * The compilation of one script, and the names its emitted text may use. The text contains only
 * names made here (`v1`, `k2`, `f3`, `r_…`), numbers, punctuation and JavaScript keywords; strings,
 * classes and methods are constants passed beside the text.
 */
import { type ClassRegistry, type Method, type Type, type Value, writtenName } from '@skein/java';
import { boxedMethod, Site } from '../runtime/dynamic.js';
import type { TypeName } from '../syntax/ast.js';
import { type CompileFault, fault } from '../syntax/compile_fault.js';
import { type PlaceState, Places } from './places.js';
import type { RuntimeName } from './runtime_table.js';
import type { FieldSlot, Specialization } from './specialized.js';

/** A compiled expression: its static type, and JavaScript whose value has that type's form. */
export interface Code {
  readonly type: Type;
  readonly js: string;
  readonly at: number;
  /** The position of a failed conversion to the required type, if it is not `at`. */
  readonly refusedAt?: number;
  /**
   * For concatenated text: the state before its own position was noted, and the number of positions
   * noted by then.
   */
  readonly concatenation?: { readonly before: PlaceState; readonly count: number };
  /** The value, if it is known at compile time. */
  readonly constant?: number | bigint | boolean | string;
  /** True for a constant written in the script, as opposed to a folded one. */
  readonly isWritten?: boolean;
  /**
   * True for a value of a document or a parameter whose type comes from the index or the request:
   * the script's text leaves it open.
   */
  readonly isRead?: boolean;
  readonly isNull?: boolean;
  /**
   * For an operation on a `def`: it returns the type that its place requires, without a cast of its
   * own; a member does not if a cast is written.
   */
  readonly dynamic?: 'member' | 'operation';
  /**
   * Cheaper forms of a field's long: `whole` is a number or a bigint, for comparisons only; `near`
   * is the closest double.
   */
  readonly asNumber?: { readonly whole: string; readonly near: string };
  /** The document's field that contains the date. */
  readonly dateOf?: FieldSlot | undefined;
}

interface UserFunction {
  readonly name: string;
  readonly returns: Type;
  readonly parameters: readonly Type[];
}

export class Unit {
  deferred: CompileFault | undefined;
  /**
   * The number of reads whose types come from the current documents and parameters, not from the
   * script's text.
   */
  specialReads = 0;
  readonly registry: ClassRegistry;
  /** True if the operator allows regex literals. */
  readonly regexes: boolean;
  /** Types of fields and parameters, if they are known. */
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

  /** Records an error that is reported only if there is no other; the first one counts. */
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

  /**
   * Sets the position of the instruction that is emitted here; used as the last argument of
   * functions that may fail.
   */
  here(): string {
    return `p=${this.places.instruction()}`;
  }

  /** The call site of a dynamic call. */
  site(name: string, count: number): Site {
    return new Site(this.registry, name, count);
  }

  /** A function of the script for callers that only have references. */
  boxedFunction(own: UserFunction, fn: (...args: Value[]) => Value): (...args: Value[]) => Value {
    const method = {
      owner: 'this',
      name: own.name,
      parameters: own.parameters,
      returns: own.returns,
      run: fn,
    };
    return boxedMethod(this.registry, method, false);
  }

  /** `unknown` is the message and position of the error if there is no such type. */
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

/** The name of a type in error messages. */
export const shown = writtenName;
