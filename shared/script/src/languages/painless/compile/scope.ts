/** The names that are visible at a place, and the enclosing function. */
import type { Type } from '@skein/java';
import { fault } from '../syntax/compile_fault.js';
import type { Unit } from './unit.js';

export interface Variable {
  readonly type: Type;
  readonly js: string;
  readonly readOnly: boolean;
}

/** A function, a lambda or the script itself. */
export class FunctionFrame {
  readonly unit: Unit;
  readonly returns: Type;
  /** The enclosing scope of a lambda; undefined otherwise. */
  readonly outer: Scope | undefined;
  readonly captured = new Map<string, { from: string; to: Variable }>();
  /** Names of the host's variables that the text uses. */
  readonly used = new Set<string>();
  /** Temporary variables of the emitted text. */
  readonly temporaries: string[] = [];
  hasLoops = false;
  /** True for the script's main function, which is neither declared nor a lambda. */
  isMain = false;

  constructor(unit: Unit, returns: Type, outer?: Scope) {
    this.unit = unit;
    this.returns = returns;
    this.outer = outer;
  }
}

/** The document where a script assigns something else to `doc`. No script can write this name. */
export const HOST_DOC = 'doc of the host';

export class Scope {
  readonly frame: FunctionFrame;
  readonly unit: Unit;
  readonly inLoop: boolean;
  readonly #parent: Scope | undefined;
  readonly #variables = new Map<string, Variable>();

  constructor(frame: FunctionFrame, options: { parent?: Scope; inLoop?: boolean } = {}) {
    this.frame = frame;
    this.unit = frame.unit;
    this.#parent = options.parent;
    this.inLoop = options.inLoop ?? false;
  }

  /** Creates a variable of the emitted text that no script can name. */
  temporary(): string {
    const name = this.unit.fresh('t');
    this.frame.temporaries.push(name);
    return name;
  }

  child(inLoop = this.inLoop): Scope {
    return new Scope(this.frame, { parent: this, inLoop });
  }

  declare(at: number, name: string, variable: { type: Type; readOnly?: boolean }): Variable {
    if (this.find(name) !== undefined) throw fault(at, `variable [${name}] is already defined`);
    const made = {
      type: variable.type,
      js: this.unit.fresh('v'),
      readOnly: variable.readOnly ?? false,
    };
    this.#variables.set(name, made);
    return made;
  }

  find(name: string): Variable | undefined {
    const own = this.#variables.get(name) ?? this.#parent?.find(name);
    if (own !== undefined) {
      if (this.#parent === undefined) this.frame.used.add(name);
      return own;
    }
    return this.#parent === undefined ? this.#capture(name) : undefined;
  }

  /** The document that the host gave; absent in functions that the script defines. */
  hostDoc(): Variable | undefined {
    return this.find(HOST_DOC) ?? this.find('doc');
  }

  /** A lambda captures copies of the surrounding variables, as they are when it is created. */
  #capture(name: string): Variable | undefined {
    const known = this.frame.captured.get(name);
    if (known !== undefined) return known.to;
    const outside = this.frame.outer?.find(name);
    if (outside === undefined) return undefined;
    const to = { type: outside.type, js: this.unit.fresh('v'), readOnly: true };
    this.frame.captured.set(name, { from: outside.js, to });
    return to;
  }
}
