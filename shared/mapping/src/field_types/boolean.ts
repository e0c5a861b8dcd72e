/** `boolean`: the terms `T` and `F` for searches, 1 and 0 in the column. */
import { utf8 } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { constantScoreQuery, termQuery, termRangeQuery, termsQuery } from '@skein/search_library';
import { storeValue } from './field_names_spec.js';
import { fieldSpec } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition } from './field_type.js';
import { notBoolean } from './malformed.js';
import { mappedField, requireIndexed, shownScalar } from './mapped_field.js';
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
    const spec = fieldSpec(path, {
      postings: values.flag('index') ? 'docs' : 'none',
      column: values.flag('doc_values') ? 'long' : 'none',
    });
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
      termQuery: (value, _context, caseInsensitive) => {
        requireIndexed(spec);
        const query = termQuery(path, queryTerm(value));
        // Automaton queries do not score.
        return caseInsensitive === true ? constantScoreQuery(query) : query;
      },
      termsQuery: (wanted) => {
        requireIndexed(spec);
        return termsQuery(path, wanted.map(queryTerm));
      },
      rangeQuery: (bounds) => {
        requireIndexed(spec);
        const term = (bound: JsonValue | undefined): Uint8Array | undefined =>
          bound === undefined || bound === null ? undefined : queryTerm(bound);
        return termRangeQuery(path, {
          lower: term(bounds.lower),
          upper: term(bounds.upper),
          includeLower: bounds.includeLower,
          includeUpper: bounds.includeUpper,
        });
      },
      sortField: (options) => numberSort({ name: path, spec, kind: 'int' }, options),
      formatSortValue: (value) => (value === null ? null : Number(value)),
      parseSortValue: (value) => (value === null ? null : sortNumber(value)),
      docValueFormat: (value) => Number(value) !== 0,
      shownValues: shownScalar((value) => [value === true || value === 'true']),
    });
  },
};

function booleanOf(value: JsonValue, sink: FieldSink): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') throw notBoolean(value, sink);
  return value === '' ? false : mappingBoolean(value);
}

function queryTerm(value: JsonValue): Uint8Array {
  if (value === null || value === false || value === 'false') return FALSE;
  if (value === true || value === 'true') return TRUE;
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
