/** Term-level queries on analyzed fields, which look up terms without analysis. */
import { utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import {
  type FieldSpec,
  fuzzyQuery,
  prefixQuery,
  regexpQuery,
  termQuery,
  termsQuery,
  wildcardQuery,
} from '@skein/search_library';
import type { MappedField } from './field_type.js';
import { boosted, requireIndexed, scalarText, type ValueQueries } from './mapped_field.js';
import { escapeWildcards, type TermDisplay, termDisplay, termRange } from './term_field.js';
import type { TermValues } from './value_kind.js';

/** `boost`: the boost of the mapping, for queries of one value. */
export function analyzedQueries(spec: FieldSpec, boost: number): ValueQueries {
  const { name } = spec;
  return {
    termQuery: (value, _context, caseInsensitive = false) => {
      requireIndexed(spec);
      const text = scalarText(value);
      const query = caseInsensitive
        ? wildcardQuery(name, escapeWildcards(text), { caseInsensitive })
        : termQuery(name, utf8(text));
      return boosted(query, boost);
    },
    termsQuery: (values) => {
      requireIndexed(spec);
      return termsQuery(
        name,
        values.map((value) => utf8(scalarText(value))),
      );
    },
    rangeQuery: (bounds) => {
      requireIndexed(spec);
      return termRange(name, bounds, (value) => utf8(scalarText(value)));
    },
    prefixQuery: (prefix, caseInsensitive) => {
      requireIndexed(spec);
      return prefixQuery(name, utf8(prefix), { caseInsensitive });
    },
    wildcardQuery: (pattern, caseInsensitive) => {
      requireIndexed(spec);
      return wildcardQuery(name, pattern, { caseInsensitive });
    },
    regexpQuery: (expression, options) => {
      requireIndexed(spec);
      return regexpQuery(name, expression, options);
    },
    fuzzyQuery: (value, options) => {
      requireIndexed(spec);
      return fuzzyQuery(name, scalarText(value), options);
    },
  };
}

export interface Fielddata {
  /** Absent if its words are not read by document. */
  readonly values?: TermValues;
  /** False if the type has no such parameter. */
  readonly isOffered?: boolean;
}

/** Text has no column: without fielddata it can be neither sorted nor shown by document. */
export function textDisplay(
  field: Pick<MappedField, 'name' | 'spec' | 'typeName'>,
  { values, isOffered = true }: Fielddata,
): Partial<TermDisplay> {
  if (values !== undefined) return termDisplay(field, { uninverting: values.uninverting });
  const { name, typeName } = field;
  const refuse = (): never => {
    throw new ApiError(
      'illegal_argument_exception',
      !isOffered
        ? `Fielddata is not supported on field [${name}] of type [${typeName}]`
        : `Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${name}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
    );
  };
  return { sortField: refuse, docValueFormat: refuse };
}
