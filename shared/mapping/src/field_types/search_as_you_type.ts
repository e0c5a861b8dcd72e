/**
 * `search_as_you_type`: text with three companions for unfinished words: `._2gram`, `._3gram` (word
 * pairs and triples) and `._index_prefix` (prefixes of the longest of them).
 */
import { utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { constantScoreQuery, termQuery } from '@skein/search_library';
import { type AnalyzedFieldOptions, analyzedField } from './analyzed_field.js';
import { fieldSpec } from './field_spec.js';
import type {
  Beginnings,
  FieldTypeContext,
  FieldTypeDefinition,
  MappedField,
} from './field_type.js';
import { edgePrefixes, shingles } from './gram_analyzers.js';
import { phraseInGrams } from './gram_phrases.js';
import {
  flag,
  indexFlag,
  integer,
  mappingBoolean,
  meta,
  type Parameter,
  storeFlag,
} from './parameter.js';
import type { ParameterValues } from './parameter_values.js';
import {
  analyzers,
  type FieldAnalyzers,
  fieldAnalyzers,
  fieldSimilarity,
  indexOptions,
  norms,
  postingsDetail,
  similarity,
  termVector,
} from './text_parameters.js';

const PREFIX_MIN = 1;
const PREFIX_MAX = 20;

/** Shown as in OpenSearch; the type has no columns. */
const noDocValues: Parameter = {
  ...flag('doc_values', false, { showAlso: () => true }),
  parse: (value) => {
    if (!mappingBoolean(value)) return false;
    throw new ApiError(
      'mapper_parsing_exception',
      'Cannot set [doc_values] on field of type [search_as_you_type]',
    );
  },
};

export const searchAsYouType: FieldTypeDefinition = {
  name: 'search_as_you_type',
  parameters: [
    integer('max_shingle_size', 3, { showAlso: () => true }),
    noDocValues,
    indexFlag,
    storeFlag,
    ...analyzers,
    similarity,
    indexOptions,
    norms,
    termVector,
    meta,
  ],
  build: (path, values, context) => {
    const whole = field(path, values, {
      analyzers: fieldAnalyzers(values, context),
      similarity: fieldSimilarity(values, context),
      isNamed: true,
    });
    const grams = gramFields(path, values, context);
    return withoutIntervals({
      ...whole,
      prefixQuery: prefixesOf(path, whole),
      beginnings: { ...beginningsOf(path), ofPhrases: false },
      phraseIn: (text) => phraseInGrams(grams, text),
      begunPhraseIn: (text) => phraseInGrams(grams, text),
    });
  },
  companions: (path, values, context) => {
    const plain = fieldAnalyzers(values, context);
    const prefixes = prefixField(path, values, plain, shingleSize(values));
    return [...gramFields(path, values, context), withoutIntervals(prefixes)];
  },
};

/** Fields of pairs, triples and so on, in this order. */
function gramFields(
  path: string,
  values: ParameterValues,
  context: FieldTypeContext,
): readonly MappedField[] {
  const plain = fieldAnalyzers(values, context);
  const similarity = fieldSimilarity(values, context);
  const beginnings = beginningsOf(path);
  const grams: MappedField[] = [];
  for (let n = 2; n <= shingleSize(values); n++) {
    const gram = field(`${path}._${n}gram`, values, {
      analyzers: shingleAnalyzers(plain, n),
      similarity,
    });
    grams.push(withoutIntervals({ ...gram, prefixQuery: prefixesOf(path, gram), beginnings }));
  }
  return grams;
}

function withoutIntervals(of: MappedField): MappedField {
  return { ...of, intervals: 'refused' };
}

function shingleSize(values: ParameterValues): number {
  const size = values.number('max_shingle_size');
  if (size >= 2 && size <= 4) return size;
  throw new ApiError(
    'mapper_parsing_exception',
    `[max_shingle_size] must be at least [2] and at most [4], got [${size}]`,
  );
}

const NO_FIELDDATA = { isOffered: false };

type AnalyzedWith = Pick<AnalyzedFieldOptions, 'analyzers' | 'similarity' | 'isNamed'>;

function field(path: string, values: ParameterValues, by: AnalyzedWith): MappedField {
  const spec = fieldSpec(path, {
    postings: values.flag('index') ? postingsDetail(values) : 'none',
    norms: values.flag('index') && values.flag('norms'),
  });
  return analyzedField({
    spec,
    typeName: 'search_as_you_type',
    ...by,
    values,
    fielddata: NO_FIELDDATA,
  });
}

function prefixField(
  path: string,
  values: ParameterValues,
  plain: FieldAnalyzers,
  size: number,
): MappedField {
  const index = edgePrefixes(shingles(plain.index, size, true), {
    min: PREFIX_MIN,
    max: PREFIX_MAX,
    keepsLonger: true,
  });
  const search = shingles(plain.search, size);
  // As in OpenSearch, phrases are analyzed into words, though few of those are indexed there.
  const quote = plain.search;
  const spec = fieldSpec(`${path}._index_prefix`, {
    postings: values.flag('index') ? 'positions' : 'none',
  });
  const by = { index, search, quote };
  const own = analyzedField({
    spec,
    typeName: 'prefix',
    analyzers: by,
    values,
    fielddata: NO_FIELDDATA,
  });
  return {
    ...own,
    takesPhrases: false,
    prefixQuery: (prefix, caseInsensitive, context) =>
      isIndexed(prefix)
        ? own.termQuery(prefix, context)
        : own.prefixQuery(prefix, caseInsensitive, context),
  };
}

function beginningsOf(path: string): Beginnings {
  return { field: `${path}._index_prefix`, ofPhrases: true, hasPositions: true, holds: isIndexed };
}

/** True for prefixes that are terms of `._index_prefix`. */
function isIndexed(prefix: string): boolean {
  return prefix.length >= PREFIX_MIN && prefix.length <= PREFIX_MAX;
}

/** Prefix queries on words, pairs and triples use the prefixes indexed for the longest grams. */
function prefixesOf(path: string, gram: MappedField): MappedField['prefixQuery'] {
  return (prefix, caseInsensitive, context) =>
    isIndexed(prefix)
      ? constantScoreQuery(termQuery(`${path}._index_prefix`, utf8(prefix)))
      : gram.prefixQuery(prefix, caseInsensitive, context);
}

/** Phrases are analyzed like other query texts. */
function shingleAnalyzers({ index, search }: FieldAnalyzers, size: number): FieldAnalyzers {
  const searched = shingles(search, size);
  return { index: shingles(index, size), search: searched, quote: searched };
}
