/** A context: where a script runs, what it sees there, and what is wanted of it. */
import type { Method } from '../languages/painless/class_table.js';

export interface ContextVariable {
  readonly name: string;
  /** `double`, `java.util.Map`, … */
  readonly type: string;
}

export interface ScriptContext {
  /** As the API names it: `score`, `update`. */
  readonly name: string;
  /** In this order a compiled script takes them. */
  readonly variables: readonly ContextVariable[];
  readonly returns: string;
  readonly functions?: readonly Method[];
  /** `params` has the document's `_source` and stored `_fields` too. */
  readonly paramsHaveDocument?: boolean;
  /** Variables that its `execute` takes as arguments; the others have getters. Shown by `_script_context`. */
  readonly takes?: readonly string[];
}

export const PARAMS: ContextVariable = { name: 'params', type: 'java.util.Map' };
export const DOC: ContextVariable = { name: 'doc', type: 'java.util.Map' };
export const CTX: ContextVariable = { name: 'ctx', type: 'java.util.Map' };
export const SCORE: ContextVariable = { name: '_score', type: 'double' };
