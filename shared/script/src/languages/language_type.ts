/** A script language: compiles a source text for a context. */
import type { ScriptContext } from '../contexts/context_type.js';

export interface CompileOptions {
  /** The setting `script.painless.regex.enabled`. */
  readonly regexes: boolean;
}

export interface ScriptLanguage {
  /** The name in the API: `painless`. */
  readonly name: string;
  /** Names of the contexts that support the language. */
  readonly contexts: readonly string[];
  readonly compile: (source: string, context: ScriptContext, options: CompileOptions) => unknown;
}
