/** Term-level queries on analysed fields: they ask for terms as they are, without analysis. */
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
import { requireIndexed, scalarText } from './mapped_field.js';
import { escapeWildcards, termRange } from './term_field.js';

type AnalyzedQueries = Pick<
  MappedField,
  | 'termQuery'
  | 'termsQuery'
  | 'rangeQuery'
  | 'prefixQuery'
  | 'wildcardQuery'
  | 'regexpQuery'
  | 'fuzzyQuery'
>;

export function analyzedQueries(spec: FieldSpec): AnalyzedQueries {
  const { name } = spec;
  return {
    termQuery: (value, _context, caseInsensitive = false) => {
      requireIndexed(spec);
      if (!caseInsensitive) return termQuery(name, utf8(scalarText(value)));
      return wildcardQuery(name, escapeWildcards(scalarText(value)), { caseInsensitive });
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

/** Text has no column; even with `fielddata: true` sorting waits for uninverting. */
export function textDisplay(
  name: string,
  typeName: string,
  fielddata: boolean,
): Pick<MappedField, 'sortField' | 'docValueFormat'> {
  const refuse = (): never => {
    throw new ApiError(
      'illegal_argument_exception',
      fielddata
        ? `sorting and aggregating on [${name}] of type [${typeName}] with [fielddata] is not supported yet`
        : `Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${name}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
    );
  };
  return { sortField: refuse, docValueFormat: refuse };
}
