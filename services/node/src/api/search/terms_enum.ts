/**
 * `POST /{index}/_terms_enum`: terms of a field with a prefix, for auto-completion. Elasticsearch's
 * endpoint.
 */
import type { JsonValue } from '@skein/content';
import { ApiError, invalidRequest, readTimeMs } from '@skein/errors';
import { jsonReply } from '@skein/http';
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

const MEMBERS: Readonly<
  Record<string, (value: JsonValue, name: string) => Partial<TermsEnumOptions>>
> = {
  field: (value, name) => ({ field: text(value, name) }),
  string: (value, name) => ({ string: text(value, name) }),
  size: (value, name) => ({ size: integer(value, name) }),
  timeout: (value, name) => ({ timeoutMs: readTimeMs(name, text(value, name)) }),
  case_insensitive: (value, name) => ({ caseInsensitive: flag(value, name) }),
  search_after: (value, name) => ({ after: text(value, name) }),
};

function readBody({ json = {}, locate }: LocatedBody): TermsEnumOptions {
  let options: Partial<TermsEnumOptions> = {};
  for (const [name, value = null] of Object.entries(json)) {
    if (value === null) continue;
    const read = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
    if (read !== undefined) options = { ...options, ...read(value, name) };
    else if (name === 'index_filter')
      options = { ...options, indexFilter: parseQuery(value, { locate }) };
    else throw unknownMember(name, locate(value));
  }
  const {
    field,
    string = '',
    size = DEFAULT_SIZE,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    caseInsensitive = false,
    after,
    indexFilter,
  } = options;
  const faults = [
    ...(field === undefined ? ['field cannot be null'] : []),
    ...(timeoutMs > MAX_TIMEOUT_MS ? ['Timeout cannot be > 1 minute'] : []),
    ...(size < 0 || size > MAX_SIZE ? [`[size] must be from 0 to ${MAX_SIZE}, was [${size}]`] : []),
  ];
  if (field === undefined || faults.length > 0) throw invalidRequest(faults);
  return { field, string, size, timeoutMs, caseInsensitive, after, indexFilter };
}

function unknownMember(
  name: string,
  at: { readonly line: number; readonly column: number } | undefined,
): ApiError {
  const place = at === undefined ? '' : `[${at.line}:${at.column}] `;
  return new ApiError('x_content_parse_exception', `${place}[terms_enum] unknown field [${name}]`);
}

function text(value: JsonValue, name: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) throw wrongType(name);
  return String(value);
}

function integer(value: JsonValue, name: string): number {
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) throw wrongType(name);
  return number;
}

function flag(value: JsonValue, name: string): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw wrongType(name);
}

function wrongType(name: string): ApiError {
  return new ApiError('x_content_parse_exception', `[terms_enum] failed to parse field [${name}]`);
}
