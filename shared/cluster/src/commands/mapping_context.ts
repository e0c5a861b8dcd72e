/** What mappings of an index are parsed with. Building analyzers is slow, so one context is kept per settings map. */
import { buildAnalysis } from '@skein/analysis';
import { indexSimilarities, type MappingContext } from '@skein/mapping';
import type { Settings } from '@skein/settings';

const contexts = new WeakMap<Settings, MappingContext>();

/** Throws illegal_argument_exception when the analysis or similarity settings are wrong. */
export function mappingContext(settings: Settings): MappingContext {
  const known = contexts.get(settings);
  if (known) return known;
  indexSimilarities(settings);
  const context = { settings, analysis: buildAnalysis(settings) };
  contexts.set(settings, context);
  return context;
}
