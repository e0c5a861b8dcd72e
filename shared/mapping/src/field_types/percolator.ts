/**
 * `percolator`: a query as a field. Its postings hold the terms that a document must have to match
 * the query, so that a `percolate` query checks only few stored queries. The indexing code adds
 * them, because only the search language can parse a query.
 */
import { ApiError } from '@skein/errors';
import { fieldSpec } from './field_spec.js';
import type { FieldTypeDefinition } from './field_type.js';
import { mappedField } from './mapped_field.js';
import { meta } from './parameter.js';

export const percolator: FieldTypeDefinition = {
  name: 'percolator',
  plainParameters: 'all',
  parameters: [meta],
  build: (path) => {
    const spec = fieldSpec(path, { postings: 'docs' });
    return mappedField({
      name: path,
      typeName: 'percolator',
      spec,
      searchable: false,
      takesWords: false,
      aggregatable: false,
      hasTerms: false,
      holdsQueries: true,
      readsStructures: true,
      index: () => undefined,
      termQuery: () => {
        throw new ApiError(
          'query_shard_exception',
          'Percolator fields are not searchable directly, use a percolate query instead',
        );
      },
    });
  },
};
