/** `GET /{index}/_search`, `POST /{index}/_search`. */
import type { ParamValues, RequestBody } from '@skein/http';
import { readLocatedSearch } from '@skein/search';
import type { UnreadSearchCall } from '../../search_coordinator/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { locatedBody } from './search_body.js';
import {
  BESIDE_QUERY_STRING,
  SEARCH_PARAMS,
  searchTerms,
  searchUrlParams,
} from './search_params.js';
import { searchReply } from './search_reply.js';

/** Parameters that require `suggest_field`. */
const BESIDE_SUGGEST_FIELD = {
  suggest_mode: 'suggest_field',
  suggest_size: 'suggest_field',
  suggest_text: 'suggest_field',
} as const;

/** Parameters that OpenSearch reads only if present, and so never suggests for misspelt ones. */
const READ_WHEN_GIVEN = Object.fromEntries(
  [
    'allow_partial_search_results',
    'explain',
    'from',
    'include_named_queries_score',
    'max_concurrent_shard_requests',
    'phase_took',
    'pre_filter_shard_size',
    'seq_no_primary_term',
    'size',
    'terminate_after',
    'timeout',
    'track_scores',
    'track_total_hits',
    'version',
  ].map((name) => [name, name]),
);

export const search = defineEndpoint({
  id: 'search',
  shape: 'search',
  routes: ['GET /_search', 'POST /_search', 'GET /{index}/_search', 'POST /{index}/_search'],
  params: SEARCH_PARAMS,
  body: 'json',
  staysBytes: true,
  sourceParam: true,
  privilege: 'indices:read',
  paramsBeside: { ...BESIDE_QUERY_STRING, ...BESIDE_SUGGEST_FIELD, ...READ_WHEN_GIVEN },
  checkBody: (body) => {
    readLocatedSearch(locatedBody(body), {}, false);
  },
  parse: ({ pathParams, params, body }) => searchCallOf(pathParams.index, params, body),
  task: { action: 'indices:data/read/search', describe: describeSearch },
  handle: async (call, { searchCoordinator }, context) => {
    const answer = await searchCoordinator.searchUnread(call, context);
    return searchReply(answer, searchCoordinator);
  },
});

/** Limit of the source shown in a task description. */
const SHOWN_BYTES = 10_000;

function describeSearch({ terms, unread: { body } }: UnreadSearchCall): string {
  const source = new TextDecoder().decode(body.subarray(0, SHOWN_BYTES));
  const { target, searchType: type } = terms;
  return `indices[${target.indices.join(',')}], search_type[${type.toUpperCase()}], source[${source}]`;
}

/** An unparsed search with the parameters of its URL. */
export function searchCallOf(
  index: string | undefined,
  params: ParamValues<typeof SEARCH_PARAMS>,
  body: RequestBody,
): UnreadSearchCall {
  return {
    terms: searchTerms(index, params),
    unread: {
      body: body.bytes,
      isYaml: body.format === 'yaml',
      url: searchUrlParams(params),
      totalHitsAsInt: params.rest_total_hits_as_int,
    },
    scroll:
      params.scroll === undefined
        ? undefined
        : { keepAliveMs: params.scroll, requestCache: params.request_cache === true },
  };
}
