/** `text`: analysed words for full-text search. */
import type { Analyzer } from '@skein/analysis';
import type {
  FieldSpec,
  PostingsDetail,
  Similarity,
  TermVectorDetail,
} from '@skein/search_library';
import { nameAdder, storeValue } from './field_names_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField } from './field_type.js';
import { mappedField, namedQuery } from './mapped_field.js';
import { flag, indexFlag, meta, storeFlag } from './parameter.js';
import type { ParameterValues } from './parameter_values.js';
import {
  analyzers,
  type FieldAnalyzers,
  fieldAnalyzers,
  fielddataFrequencyFilter,
  fielddataValues,
  fieldSimilarity,
  indexOptions,
  indexPrefixes,
  norms,
  positionIncrementGap,
  similarity,
  termVector,
  textBoost,
} from './text_parameters.js';
import { analyzedQueries, type Fielddata, textDisplay } from './text_queries.js';

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
    const spec: FieldSpec = {
      name: path,
      postings: values.flag('index') ? (values.text('index_options') as PostingsDetail) : 'none',
      norms: values.flag('index') && values.flag('norms'),
      column: 'none',
      points: false,
    };
    const field = analyzedField({
      spec,
      typeName: 'text',
      analyzers: fieldAnalyzers(values, context),
      values,
      fielddata: fielddataValues(path, values),
      similarity: fieldSimilarity(values, context),
      isNamed: true,
    });
    return { ...field, likeWords: true, highlightedByPattern: true };
  },
};

function addAscii(
  spec: FieldSpec,
  analyzer: Analyzer,
  addName: (sink: FieldSink) => void,
): MappedField['indexAscii'] {
  return ({ bytes, tokenStart, tokenEnd, hasEscapes }, sink) => {
    if (spec.postings === 'none') return;
    const range = { bytes, start: tokenStart + 1, end: tokenEnd - 1, escaped: hasEscapes };
    sink.add({ kind: 'ascii_text', spec, analyzer, ...range });
    addName(sink);
  };
}

/** What the value of `term_vector` asks to be kept. Analyzers make no payloads here. */
function keptTermVector(value: string): TermVectorDetail | undefined {
  if (value === 'no') return undefined;
  return { positions: value.includes('positions'), offsets: value.includes('offsets') };
}

export interface AnalyzedFieldOptions {
  readonly spec: FieldSpec;
  readonly typeName: string;
  readonly analyzers: FieldAnalyzers;
  readonly values: ParameterValues;
  readonly fielddata: Fielddata;
  readonly similarity?: Similarity | undefined;
  /** Documents are told to have it by its name where norms do not: a text may have no words left. */
  readonly isNamed?: boolean;
}

/** A field of analysed text; shared by the types that differ only in layout and scoring. */
export function analyzedField(options: AnalyzedFieldOptions): MappedField {
  const { typeName, analyzers: by, values, similarity } = options;
  const { values: words } = options.fielddata;
  const countsOverlaps = similarity?.countsOverlaps === true;
  const keeps = values.text('term_vector') ?? 'no';
  const termVector = keptTermVector(keeps);
  const spec: FieldSpec = {
    ...options.spec,
    ...(countsOverlaps ? { countsOverlaps } : {}),
    ...(termVector === undefined || options.spec.postings === 'none' ? {} : { termVector }),
  };
  const takesAscii = by.index.feedAscii !== undefined && spec.termVector?.offsets !== true;
  const stored = values.flag('store');
  const isNamed = options.isNamed === true && spec.postings !== 'none' && !spec.norms;
  const addName = isNamed ? nameAdder(spec) : () => undefined;
  return mappedField({
    name: spec.name,
    typeName,
    spec,
    stored,
    similarity,
    termVector: keeps,
    isText: true,
    readsText: true,
    ...(words === undefined ? {} : { values: words }),
    aggregatable: words !== undefined,
    indexAnalyzer: by.index,
    searchAnalyzer: by.search,
    searchQuoteAnalyzer: by.quote,
    boost: Number(values.get('boost') ?? 1),
    ...analyzedQueries(spec),
    ...(isNamed ? { existsQuery: () => namedQuery(spec.name) } : {}),
    ...textDisplay({ name: spec.name, spec, typeName }, options.fielddata),
    index: (value, sink) => {
      if (stored) storeValue(spec, value, sink);
      if (spec.postings === 'none') return;
      sink.add({ kind: 'text', spec, value: String(value), analyzer: by.index });
      addName(sink);
    },
    indexAscii: stored || !takesAscii ? undefined : addAscii(spec, by.index, addName),
  });
}
