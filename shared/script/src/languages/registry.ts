/** Languages by name. */
import { ApiError } from '@skein/errors';
import * as all from './all.js';
import type { ScriptLanguage } from './language_type.js';

export type { CompileOptions, ScriptLanguage } from './language_type.js';

const LANGUAGES: ReadonlyMap<string, ScriptLanguage> = new Map(
  Object.values(all).map((language: ScriptLanguage) => [language.name, language]),
);

export function scriptLanguage(name: string): ScriptLanguage {
  const found = LANGUAGES.get(name);
  if (found !== undefined) return found;
  throw new ApiError('illegal_argument_exception', `script_lang not supported [${name}]`);
}

export function scriptLanguages(): readonly ScriptLanguage[] {
  return [...LANGUAGES.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function isScriptLanguage(name: string): boolean {
  return LANGUAGES.has(name);
}
