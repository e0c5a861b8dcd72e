/** A script language: a text and a context in, whatever runs there out. */
import type { ScriptContext } from '../contexts/context_type.js';

export interface CompileOptions {
  /** `script.painless.regex.enabled` */
  readonly regexes: boolean;
}

export interface ScriptLanguage {
  /** As the API names it: `painless`. */
  readonly name: string;
  /** Names of the contexts it can be used in. */
  readonly contexts: readonly string[];
  readonly compile: (source: string, context: ScriptContext, options: CompileOptions) => unknown;
}
