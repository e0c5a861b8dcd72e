/**
 * `POST /{index}/_terms_enum`: terms of a field with a prefix, for auto-completion. Elasticsearch's
 * endpoint.
 */
import { invalidRequest, readTimeMs } from '@skein/errors';
import { jsonReply } from '@skein/http';
import {
  booleanOf,
  type Draft,
  type FieldReaders,
  integerOf,
  into,
  readFields,
  textOf,
  textOrNull,
} from '@skein/reading';
import { parseQuery } from '@skein/search';
import type { TermsEnumCall } from '../../search_coordinator/mod.js';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { type LocatedBody, locatedBody } from './search_body.js';
import { indexExpression } from './search_params.js';

const DEFAULT_SIZE = 10;
const MAX_SIZE = 10_000;
const DEFAULT_TIMEOUT_MS = 1000;
const MAX_TIMEOUT_MS = 60_000;

export const terms_enum = defineEndpoint({
  id: 'terms_enum',
  shape: 'search',
  routes: ['GET /{index}/_terms_enum', 'POST /{index}/_terms_enum'],
  params: INDEX_EXPRESSION_PARAMS,
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  parse: ({ pathParams, params, body }): TermsEnumCall => ({
    target: indexExpression(pathParams.index, params),
    ...readBody(locatedBody(body)),
  }),
  handle: async (call, { searchCoordinator }, context) =>
    jsonReply(await searchCoordinator.termsEnum(call, context)),
});

type TermsEnumOptions = Omit<TermsEnumCall, 'target'>;

function readBody({ json = {}, locate }: LocatedBody): TermsEnumOptions {
  const draft: Draft<Partial<TermsEnumOptions>> = {};
  const own: FieldReaders = {
    field: into(draft, 'field', 'string_or_null', textOrNull),
    string: into(draft, 'string', 'string_or_null', textOrNull),
    size: into(draft, 'size', 'number', integerOf),
    timeout: into(draft, 'timeoutMs', 'string', (value) => readTimeMs('timeout', textOf(value))),
    case_insensitive: into(draft, 'caseInsensitive', 'boolean', booleanOf),
    search_after: into(draft, 'after', 'string_or_null', textOrNull),
    index_filter: into(draft, 'indexFilter', 'object', (value) => parseQuery(value, { locate })),
  };
  readFields(json, own, { name: 'terms_enum', locate });
  const {
    field,
    string = '',
    size = DEFAULT_SIZE,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    caseInsensitive = false,
    after,
    indexFilter,
  } = draft;
  const faults = [
    ...(field === undefined ? ['field cannot be null'] : []),
    ...(timeoutMs > MAX_TIMEOUT_MS ? ['Timeout cannot be > 1 minute'] : []),
    ...(size < 0 || size > MAX_SIZE ? [`[size] must be from 0 to ${MAX_SIZE}, was [${size}]`] : []),
  ];
  if (field === undefined || faults.length > 0) throw invalidRequest(faults);
  return { field, string, size, timeoutMs, caseInsensitive, after, indexFilter };
}
