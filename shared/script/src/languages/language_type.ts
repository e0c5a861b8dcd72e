/** A script language: compiles a source text for a context. */
import type { ScriptContext } from '../contexts/context_type.js';

export interface CompileOptions {
  /** The setting `script.painless.regex.enabled`. */
  readonly regexes: boolean;
  /** The `options` of the script. */
  readonly given: Readonly<Record<string, string>>;
}

/** `Compiled` names the language, so that a caller knows the type of the script. */
export interface ScriptLanguage<Compiled = unknown> {
  /** The name in the API: `painless`. */
  readonly name: string;
  /** Names of the contexts that support the language. */
  readonly contexts: readonly string[];
  readonly compile: (source: string, context: ScriptContext, options: CompileOptions) => Compiled;
}
