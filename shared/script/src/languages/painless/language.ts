/** Painless as a script language. */
import { illegalArgument } from '@skein/errors';
import { scriptContexts } from '../../contexts/registry.js';
import type { CompileOptions, ScriptLanguage } from '../language_type.js';
import { type CompiledScript, compilePainless } from './painless.js';

interface InPainless {
  readonly lang: 'painless';
  readonly script: CompiledScript;
}

export const painless: ScriptLanguage<InPainless> = {
  name: 'painless',
  contexts: scriptContexts().map(({ name }) => name),
  compile: (source, context, { given, ...options }) => {
    refuseOptions(given);
    return { lang: 'painless', script: compilePainless(source, context, options) };
  },
};

/** A source that is a JSON object has the option of templates, which Painless does not know. */
function refuseOptions(given: CompileOptions['given']): void {
  const all = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  if (all.length === 0) return;
  throw illegalArgument(`Unrecognized compile-time parameter(s): {${all.join(', ')}}`);
}
