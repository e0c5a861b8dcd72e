/** Languages by name. */
import { ApiError } from '@skein/errors';
import * as all from './all.js';
import type { ScriptLanguage } from './language_type.js';

export type { CompileOptions, ScriptLanguage } from './language_type.js';

/** A compiled script of one of the languages, which `lang` tells. */
export type CompiledIn = ReturnType<(typeof all)[keyof typeof all]['compile']>;

const LANGUAGES: ReadonlyMap<string, ScriptLanguage<CompiledIn>> = new Map(
  Object.values(all).map((language: ScriptLanguage<CompiledIn>) => [language.name, language]),
);

export function scriptLanguage(name: string): ScriptLanguage<CompiledIn> {
  const found = LANGUAGES.get(name);
  if (found !== undefined) return found;
  throw new ApiError('illegal_argument_exception', `script_lang not supported [${name}]`);
}

export function scriptLanguages(): readonly ScriptLanguage<CompiledIn>[] {
  return [...LANGUAGES.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function isScriptLanguage(name: string): boolean {
  return LANGUAGES.has(name);
}
