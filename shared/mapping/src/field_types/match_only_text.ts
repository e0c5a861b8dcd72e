/**
 * `match_only_text`: text that is indexed without the data for scoring, so every match scores 1.
 * Unlike in Elasticsearch, positions are indexed, so that a phrase query need not read `_source`.
 */
import { ApiError } from '@skein/errors';
import { bm25, constantScoreQuery, presence } from '@skein/search_library';
import { analyzedField } from './analyzed_field.js';
import { fieldSpec } from './field_spec.js';
import type { FieldTypeDefinition } from './field_type.js';
import { flag, indexFlag, meta, oneOf, type Parameter, storeFlag } from './parameter.js';
import {
  analyzers,
  fieldAnalyzers,
  fielddataFrequencyFilter,
  fielddataValues,
  indexPrefixes,
  positionIncrementGap,
  textBoost,
} from './text_parameters.js';

const withoutNorms = flag('norms', false);
const norms: Parameter = {
  ...withoutNorms,
  parse: (value, place, context) => {
    if (withoutNorms.parse(value, place, context) === false) return false;
    const reason = 'Norms cannot be enabled on for match_only_text field';
    throw new ApiError('mapper_parsing_exception', reason);
  },
};

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
    oneOf('index_options', ['docs'], { fallback: 'docs' }),
    norms,
    meta,
  ],
  build: (path, values, context) => {
    const spec = fieldSpec(path, { postings: values.flag('index') ? 'positions' : 'none' });
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
