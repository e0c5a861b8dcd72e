/**
 * The context in which an index's mappings are parsed. Building analyzers is slow, so one context
 * is cached per settings map.
 */
import { buildAnalysis, ELSEWHERE } from '@skein/analysis';
import type { JsonObject } from '@skein/content';
import { IndexMapping, indexSimilarities, indexSort, type MappingContext } from '@skein/mapping';
import { readIndexSort, type Settings } from '@skein/settings';

const contexts = new WeakMap<Settings, MappingContext>();

/** Throws illegal_argument_exception when the analysis or similarity settings are wrong. */
export function mappingContext(settings: Settings): MappingContext {
  const known = contexts.get(settings);
  if (known) return known;
  indexSimilarities(settings);
  const context = { settings, analysis: buildAnalysis(settings, ELSEWHERE) };
  contexts.set(settings, context);
  return context;
}

/**
 * Throws illegal_argument_exception when documents with this mapping cannot be sorted as the index
 * sort settings require.
 */
export function checkSortable(settings: Settings, mapping: JsonObject): void {
  if (readIndexSort(settings).length === 0) return;
  indexSort(settings, IndexMapping.parse(mapping, mappingContext(settings)));
}
