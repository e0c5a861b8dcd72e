/** `text`: analyzed words for full-text search. */
import { analyzedField } from './analyzed_field.js';
import { fieldSpec } from './field_spec.js';
import type { FieldTypeDefinition } from './field_type.js';
import { flag, indexFlag, meta, storeFlag } from './parameter.js';
import { byCompanions, textCompanions } from './text_companions.js';
import {
  analyzers,
  checkGap,
  fieldAnalyzers,
  fielddataFrequencyFilter,
  fielddataValues,
  fieldSimilarity,
  indexOptions,
  indexPrefixes,
  norms,
  positionIncrementGap,
  postingsDetail,
  similarity,
  termVector,
  textBoost,
} from './text_parameters.js';

export const text: FieldTypeDefinition = {
  name: 'text',
  derivable: true,
  parameters: [
    indexFlag,
    storeFlag,
    indexOptions,
    norms,
    termVector,
    ...analyzers,
    similarity,
    positionIncrementGap,
    flag('fielddata', false, { updatable: true }),
    fielddataFrequencyFilter,
    flag('eager_global_ordinals', false, { updatable: true }),
    flag('index_phrases', false),
    indexPrefixes,
    textBoost,
    meta,
  ],
  build: (path, values, context) => {
    checkGap(path, values);
    const spec = fieldSpec(path, {
      postings: values.flag('index') ? postingsDetail(values) : 'none',
      norms: values.flag('index') && values.flag('norms'),
    });
    const field = analyzedField({
      spec,
      typeName: 'text',
      analyzers: fieldAnalyzers(values, context),
      values,
      fielddata: fielddataValues(path, values),
      similarity: fieldSimilarity(values, context),
      isNamed: true,
    });
    const found = byCompanions(field, values, context);
    return { ...field, ...found, likeWords: true, highlightedByPattern: true };
  },
  companions: textCompanions,
};
