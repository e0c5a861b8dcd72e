/** Terms at one position of the text, such as synonyms, scored as if they were one term. */
import { utf8 } from '@skein/bytes';
import type { MappedField } from '@skein/mapping';
import type { Query } from '@skein/search_library';
import { synonymQuery } from '../execution/synonym_query.js';

export function alternativesQuery(field: MappedField, terms: readonly string[]): Query {
  return synonymQuery(
    field.spec.name,
    terms.map((term) => utf8(term)),
  );
}
