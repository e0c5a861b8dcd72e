/** Painless as a script language. */
import { scriptContexts } from '../../contexts/registry.js';
import type { ScriptLanguage } from '../language_type.js';
import { compilePainless } from './painless.js';

export const painless: ScriptLanguage = {
  name: 'painless',
  contexts: scriptContexts().map(({ name }) => name),
  compile: compilePainless,
};
