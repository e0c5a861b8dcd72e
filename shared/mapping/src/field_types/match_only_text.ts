/**
 * `match_only_text`: text without the data for scoring: every match scores 1. Unlike in
 * Elasticsearch, positions are indexed, so that a phrase query need not read `_source`.
 */
import type { FieldSpec } from '@skein/search_library';
import { bm25, constantScoreQuery, presence } from '@skein/search_library';
import { analyzedField } from './analyzed_field.js';
import type { FieldTypeDefinition } from './field_type.js';
import { flag, indexFlag, meta, storeFlag } from './parameter.js';
import {
  analyzers,
  fieldAnalyzers,
  fielddataFrequencyFilter,
  fielddataValues,
  indexPrefixes,
  positionIncrementGap,
  textBoost,
} from './text_parameters.js';

export const matchOnlyText: FieldTypeDefinition = {
  name: 'match_only_text',
  parameters: [
    indexFlag,
    storeFlag,
    ...analyzers,
    positionIncrementGap,
    flag('fielddata', false, { updatable: true }),
    fielddataFrequencyFilter,
    flag('eager_global_ordinals', false, { updatable: true }),
    indexPrefixes,
    textBoost,
    meta,
  ],
  build: (path, values, context) => {
    const spec: FieldSpec = {
      name: path,
      postings: values.flag('index') ? 'positions' : 'none',
      norms: false,
      column: 'none',
      points: false,
    };
    const field = analyzedField({
      spec,
      typeName: 'match_only_text',
      analyzers: fieldAnalyzers(values, context),
      values,
      fielddata: fielddataValues(path, values),
      isNamed: true,
    });
    return {
      ...field,
      highlightedByPattern: true,
      intervals: 'hidden',
      scoresAlike: true,
      similarity: presence(context.similarity('default') ?? bm25()),
      termQuery: (value, query, caseInsensitive) =>
        constantScoreQuery(field.termQuery(value, query, caseInsensitive)),
    };
  },
};
