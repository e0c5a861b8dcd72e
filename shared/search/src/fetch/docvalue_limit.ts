/** The limit of `docvalue_fields` of a search, of inner hits and of `top_hits`. */
import { ApiError } from '@skein/errors';
import type { SearchMapping } from '../execution/search_mapping.js';
import type { SearchRequest } from '../request/search_request.js';
import { namedFields } from './pattern_fields.js';

const MAX_DOCVALUE_FIELDS = 100;
const KEY = 'index.max_docvalue_fields_search';

interface Index {
  readonly mapping: SearchMapping;
  readonly settings: ReadonlyMap<string, string>;
}

export function checkDocvalueFields(
  { docvalueFields }: Pick<SearchRequest, 'docvalueFields'>,
  { mapping, settings }: Index,
): void {
  const most = Number(settings.get(KEY) ?? MAX_DOCVALUE_FIELDS);
  const count = docvalueFields.reduce((sum, { field }) => sum + fieldCount(field, mapping), 0);
  checkCount(count, 'docvalue_fields', { key: KEY, most });
}

/** A pattern counts as the fields that it selects, a name as one. */
function fieldCount(name: string, mapping: SearchMapping): number {
  return name.includes('*') ? namedFields(name, mapping).length : 1;
}

export function checkCount(
  count: number,
  what: string,
  { key, most }: { readonly key: string; readonly most: number },
): void {
  if (count <= most) return;
  throw new ApiError(
    'illegal_argument_exception',
    `Trying to retrieve too many ${what}. Must be less than or equal to: [${most}] but was ` +
      `[${count}]. This limit can be set by changing the [${key}] index level setting.`,
  );
}
