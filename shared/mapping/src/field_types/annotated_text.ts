/**
 * `annotated_text` of the plugin mapper-annotated-text: analyzed text in which `[John
 * Smith](value1&value2)` is the words John Smith with exact terms that span their positions.
 */
import { analyzedField } from './analyzed_field.js';
import { annotatedAnalyzer, parseAnnotatedText } from './annotations.js';
import { fieldSpec } from './field_spec.js';
import type { FieldTypeDefinition } from './field_type.js';
import { meta, storeFlag } from './parameter.js';
import {
  analyzers,
  fieldAnalyzers,
  fieldSimilarity,
  indexOptions,
  norms,
  positionIncrementGap,
  postingsDetail,
  similarity,
  termVector,
  textBoost,
} from './text_parameters.js';

export const annotatedText: FieldTypeDefinition = {
  name: 'annotated_text',
  parameters: [
    storeFlag,
    indexOptions,
    norms,
    termVector,
    similarity,
    ...analyzers,
    positionIncrementGap,
    textBoost,
    meta,
  ],
  build: (path, values, context) => {
    const spec = fieldSpec(path, {
      postings: postingsDetail(values),
      norms: values.flag('norms'),
    });
    const { index, search, quote } = fieldAnalyzers(values, context);
    const field = analyzedField({
      spec,
      typeName: 'annotated_text',
      analyzers: {
        index: annotatedAnalyzer(index),
        search: annotatedAnalyzer(search),
        quote: annotatedAnalyzer(quote),
      },
      values,
      fielddata: {},
      similarity: fieldSimilarity(values, context),
      isNamed: true,
    });
    return {
      ...field,
      likeWords: true,
      highlightedByPattern: true,
      annotated: parseAnnotatedText,
      index: (value, sink) => {
        // Validated now, because analysis runs only when the document is being indexed.
        parseAnnotatedText(String(value));
        field.index(value, sink);
      },
    };
  },
};
