/** `boolean`: the terms `T` and `F` for searches, 1 and 0 in the column. */
import { utf8 } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  constantScoreQuery,
  existsQuery,
  type FieldSpec,
  matchNoneQuery,
  numberRangeQuery,
  type Query,
  termQuery,
} from '@skein/search_library';
import { storeValue } from './field_names_spec.js';
import { exactSpec } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField } from './field_type.js';
import { notBoolean } from './malformed.js';
import {
  boosted,
  mappedField,
  requireIndexed,
  requireSearchable,
  shownScalar,
} from './mapped_field.js';
import { present } from './number_queries.js';
import { numberSort } from './number_sort.js';
import {
  boostFactor,
  docValuesFlag,
  indexFlag,
  mappingBoolean,
  meta,
  nullValue,
  storeFlag,
} from './parameter.js';

const TRUE = utf8('T');
const FALSE = utf8('F');

export const boolean: FieldTypeDefinition = {
  name: 'boolean',
  derivable: true,
  runtime: true,
  parameters: [
    meta,
    boostFactor,
    docValuesFlag,
    indexFlag,
    { ...nullValue, parse: (value) => (value === null ? null : mappingBoolean(value)) },
    storeFlag,
  ],
  build: (path, values) => {
    const spec = exactSpec(path, values, 'long');
    const stored = values.flag('store');
    const add = (value: JsonValue, sink: FieldSink): void => {
      const truth = booleanOf(value, sink);
      if (stored) storeValue(spec, truth, sink);
      if (spec.postings !== 'none') sink.add({ kind: 'term', spec, value: truth ? TRUE : FALSE });
      if (spec.column !== 'none') sink.add({ kind: 'number', spec, value: truth ? 1 : 0 });
    };
    const fallback = values.get('null_value');
    return mappedField({
      name: path,
      typeName: 'boolean',
      spec,
      values: { kind: 'truth' },
      stored,
      boost: values.number('boost'),
      nullValue: fallback === null ? undefined : fallback,
      index: add,
      ...truthQueries(spec, values.number('boost')),
      sortField: (options) => numberSort({ name: path, spec, kind: 'int' }, options),
      formatSortValue: (value) => (value === null ? null : Number(value)),
      parseSortValue: (value) => (value === null ? null : sortNumber(value)),
      docValueFormat: (value) => Number(value) !== 0,
      shownValues: shownScalar((value) => [value === true || value === 'true']),
    });
  },
};

/**
 * As in OpenSearch, terms and ranges that stand for one of the two values are the query for that
 * value, and those for both are an `exists`. Without postings, the column is searched.
 */
function truthQueries(
  spec: FieldSpec,
  boost: number,
): Pick<MappedField, 'termQuery' | 'termsQuery' | 'rangeQuery'> {
  const { name } = spec;
  const exactly = (truth: boolean): Query => {
    if (spec.postings !== 'none') {
      return boosted(termQuery(name, truth ? TRUE : FALSE), boost);
    }
    const number = truth ? 1 : 0;
    return numberRangeQuery(name, number, number);
  };
  const anyOf = (hasFalse: boolean, hasTrue: boolean, none: string): Query => {
    if (hasFalse && hasTrue) return existsQuery(name);
    return hasFalse || hasTrue ? exactly(hasTrue) : matchNoneQuery(none);
  };
  return {
    termQuery: (value, _context, caseInsensitive) => {
      if (caseInsensitive !== true) {
        requireSearchable(spec);
        return exactly(queryTruth(value));
      }
      // OpenSearch's query is an automaton, which reads postings and does not score.
      requireIndexed(spec);
      return boosted(constantScoreQuery(exactly(queryTruth(value))), boost);
    },
    termsQuery: (wanted) => {
      requireSearchable(spec);
      const truths = wanted.map(queryTruth);
      return anyOf(truths.includes(false), truths.includes(true), NEITHER);
    },
    rangeQuery: ({ lower, upper, includeLower, includeUpper }) => {
      requireSearchable(spec);
      const from = queryTruth(lower ?? false);
      const to = queryTruth(upper ?? true);
      const hasLeast = includeLower || !present(lower);
      const hasGreatest = includeUpper || !present(upper);
      if (from === to) {
        return hasLeast && hasGreatest ? exactly(from) : matchNoneQuery('');
      }
      if (from) return matchNoneQuery('');
      return anyOf(hasLeast, hasGreatest, '');
    },
  };
}

const NEITHER = 'Values do not contain True or False';

function booleanOf(value: JsonValue, sink: FieldSink): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') throw notBoolean(value, sink);
  return value === '' ? false : mappingBoolean(value);
}

function queryTruth(value: JsonValue): boolean {
  if (value === null || value === false || value === 'false') return false;
  if (value === true || value === 'true') return true;
  throw new ApiError(
    'illegal_argument_exception',
    `Can't parse boolean value [${String(value)}], expected [true] or [false]`,
  );
}

function sortNumber(value: JsonValue): number {
  if (value === true || value === 'true') return 1;
  if (value === false || value === 'false') return 0;
  return Number(value);
}
