/** A context: the place where a script runs, its variables, and its result. */
import type { Method } from '@skein/java';

export interface ContextVariable {
  readonly name: string;
  /** The Java type: `double`, `java.util.Map`, … */
  readonly type: string;
}

export interface ScriptContext {
  /** The name in the API: `score`, `update`. */
  readonly name: string;
  /** The variables in the order of a compiled script's arguments. */
  readonly variables: readonly ContextVariable[];
  readonly returns: string;
  readonly functions?: readonly Method[];
  /** If true, `params` also has the document's `_source` and stored `_fields`. */
  readonly paramsHaveDocument?: boolean;
  /**
   * Variables that the context's `execute` takes as arguments; the others have getters. Shown by
   * `_script_context`.
   */
  readonly takes?: readonly string[];
}

export const PARAMS: ContextVariable = { name: 'params', type: 'java.util.Map' };
export const DOC: ContextVariable = { name: 'doc', type: 'java.util.Map' };
export const CTX: ContextVariable = { name: 'ctx', type: 'java.util.Map' };
export const SCORE: ContextVariable = { name: '_score', type: 'double' };
