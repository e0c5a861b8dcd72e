/** The properties of an index on which a mapping depends. */
import type { AnalysisRegistry } from '@skein/analysis';
import type { FieldTypeContext } from './field_types/field_type.js';
import { indexSimilarities } from './similarities/registry.js';

export interface MappingContext {
  /** Flat index settings (`index.mapping.total_fields.limit` …). */
  readonly settings: ReadonlyMap<string, string>;
  readonly analysis: AnalysisRegistry;
}

export function fieldTypeContext({ settings, analysis }: MappingContext): FieldTypeContext {
  const similarities = indexSimilarities(settings);
  return {
    settings,
    analyzer: (name) => analysis.analyzer(name),
    normalizer: (name) => analysis.normalizer(name),
    defaultAnalyzer: analysis.defaultAnalyzer,
    defaultSearchAnalyzer: analysis.defaultSearchAnalyzer,
    ignoreMalformedDefault: settings.get('index.mapping.ignore_malformed') === 'true',
    similarity: (name) => similarities.named(name),
    coerceDefault: settings.get('index.mapping.coerce') !== 'false',
  };
}
