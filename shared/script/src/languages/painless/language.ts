/** Painless as a script language. */
import { scriptContexts } from '../../contexts/registry.js';
import type { ScriptLanguage } from '../language_type.js';
import { type CompiledScript, compilePainless } from './painless.js';

interface InPainless {
  readonly lang: 'painless';
  readonly script: CompiledScript;
}

export const painless: ScriptLanguage<InPainless> = {
  name: 'painless',
  contexts: scriptContexts().map(({ name }) => name),
  compile: (source, context, options) => ({
    lang: 'painless',
    script: compilePainless(source, context, options),
  }),
};
