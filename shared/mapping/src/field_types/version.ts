/**
 * Elasticsearch's `version`: software versions, sorted and compared by precedence; invalid versions
 * are accepted and come last.
 */
import type { JsonValue } from '@skein/content';
import { regexpQuery, termQuery, termsQuery, wildcardQuery } from '@skein/search_library';
import { fieldSpec } from './field_spec.js';
import type { FieldTypeDefinition, MappedField } from './field_type.js';
import { immenseTerm, MAX_TERM_BYTES } from './keyword.js';
import { mappedField, scalarText } from './mapped_field.js';
import { meta } from './parameter.js';
import { escapeWildcards, termDisplay, termRange } from './term_field.js';
import { versionTerm, versionText } from './version_order.js';

/** Matches the sort key before the text of a term. */
const ANY_ORDER_PATTERN = '*\0';
const ANY_ORDER_EXPRESSION = '[^\0]*\0';

export const version: FieldTypeDefinition = {
  name: 'version',
  parameters: [meta],
  build: (path) => {
    const spec = fieldSpec(path, { postings: 'docs', column: 'ordinal' });
    const field = { name: path, spec, typeName: 'version' };
    return mappedField({
      ...field,
      values: { kind: 'version' },
      oneToken: true,
      readsText: true,
      index: (value, sink) => {
        const term = versionTerm(String(value));
        if (term.length > MAX_TERM_BYTES) throw immenseTerm(path, term);
        sink.add({ kind: 'term', spec, value: term });
      },
      ...versionQueries(path),
      ...termDisplay(field, { encode: versionTerm, decode: versionText }),
      shownValues: (value) => [scalarText(value)],
    });
  },
};

type Queries = Pick<
  MappedField,
  'termQuery' | 'termsQuery' | 'rangeQuery' | 'prefixQuery' | 'wildcardQuery' | 'regexpQuery'
>;

function versionQueries(name: string): Queries {
  const termOf = (value: JsonValue): Uint8Array => versionTerm(scalarText(value));
  const patternQuery = (pattern: string, caseInsensitive: boolean) =>
    wildcardQuery(name, ANY_ORDER_PATTERN + pattern, { caseInsensitive });
  return {
    termQuery: (value, _context, caseInsensitive = false) =>
      caseInsensitive
        ? patternQuery(escapeWildcards(scalarText(value)), true)
        : termQuery(name, termOf(value)),
    termsQuery: (values) => termsQuery(name, values.map(termOf)),
    rangeQuery: (bounds) => termRange(name, bounds, termOf),
    prefixQuery: (prefix, caseInsensitive) =>
      patternQuery(`${escapeWildcards(prefix)}*`, caseInsensitive),
    wildcardQuery: patternQuery,
    regexpQuery: (expression, options) =>
      regexpQuery(name, `${ANY_ORDER_EXPRESSION}(${expression})`, options),
  };
}
