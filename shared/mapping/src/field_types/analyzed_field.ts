/**
 * A field of analyzed text, the common part of `text`, `search_as_you_type`, `annotated_text` and
 * others.
 */
import type { Analyzer } from '@skein/analysis';
import type { FieldSpec, Similarity, TermVectorDetail } from '@skein/search_library';
import { nameAdder, storeValue } from './field_names_spec.js';
import type { FieldSink, MappedField } from './field_type.js';
import { mappedField, namedQuery } from './mapped_field.js';
import type { ParameterValues } from './parameter_values.js';
import type { FieldAnalyzers } from './text_parameters.js';
import { analyzedQueries, type Fielddata, textDisplay } from './text_queries.js';

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

/** The details that a value of `term_vector` keeps. Analyzers make no payloads here. */
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
  /**
   * True if documents are named in `_field_names` when norms cannot tell: a text may have no words
   * left.
   */
  readonly isNamed?: boolean;
}

/** A field of analyzed text, shared by the types that differ only in layout and scoring. */
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
  const boost = Number(values.get('boost') ?? 1);
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
    boost,
    ...analyzedQueries(spec, boost),
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
