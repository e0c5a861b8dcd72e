/** `POST /_msearch/template`: `_msearch` with each search rendered from a template. */
import { ApiError, asApiError, fromPlainError } from '@skein/errors';
import { chunksReply, RequestBody, stringParam } from '@skein/http';
import { readLocatedSearch, type SearchUrlParams } from '@skein/search';
import type { SearchCall } from '../../search_coordinator/mod.js';
import { defineEndpoint } from '../endpoint.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { readSearchLines, type SearchLine } from './msearch_lines.js';
import { MSEARCH_PARAMS } from './msearch_params.js';
import { locatedBody, requireBody } from './search_body.js';
import { shardConcurrency } from './search_params.js';
import { readTemplateRequest, renderedBody, type TemplateRequest } from './template_body.js';

interface TemplatedSearch {
  readonly call: SearchLine['call'];
  readonly template: TemplateRequest;
  readonly requestCache: boolean | undefined;
}

export const msearch_template = defineEndpoint({
  id: 'msearch_template',
  shape: 'search',
  routes: [
    'GET /_msearch/template',
    'POST /_msearch/template',
    'GET /{index}/_msearch/template',
    'POST /{index}/_msearch/template',
  ],
  /** Defaults for the header lines. */
  params: { ...MSEARCH_PARAMS, routing: stringParam },
  body: 'ndjson',
  sourceParam: true,
  privilege: 'indices:read',
  *parseInPieces({ pathParams, params, body, typed }) {
    requireBody(body);
    const lines = yield* readSearchLines(body.bytes, {
      index: pathParams.index,
      routing: params.routing,
      searchType: params.search_type,
      restTotalHitsAsInt: params.rest_total_hits_as_int,
      typedKeys: params.typed_keys,
      takesTypes: typed !== undefined,
      ...shardConcurrency(params),
    });
    const searches: TemplatedSearch[] = [];
    for (const { call, line, requestCache } of lines) {
      const read = new RequestBody(line, 'json');
      yield* read.read();
      const template = readTemplateRequest(locatedBody(read));
      searches.push({ call, template, requestCache });
      yield;
    }
    const { typed_keys: typedKeys, max_concurrent_searches: maxConcurrent } = params;
    return { searches, maxConcurrent, typedKeys };
  },
  handle: async ({ searches, maxConcurrent, typedKeys }, actors, context) => {
    const { identity, signal, nowMs, itemFailed, typed } = context;
    const calls = await callsOf(searches, { actors, signal, url: { typedKeys } });
    const options = { identity, signal, nowMs, itemFailed, typed, maxConcurrent };
    const { status, chunks } = await actors.searchCoordinator.multiSearch(calls, options);
    return chunksReply(chunks, status);
  },
});

/** A search, or the error of its template, for each. */
async function callsOf(
  searches: readonly TemplatedSearch[],
  {
    actors: { shardHost },
    signal,
    url,
  }: {
    readonly actors: Pick<ShapeActors['search'], 'shardHost'>;
    readonly signal: AbortSignal;
    readonly url: SearchUrlParams;
  },
): Promise<readonly (SearchCall | ApiError)[]> {
  const templates = searches.map(({ template }) => template.template);
  const { results } = await shardHost.runShardless('render_templates', { templates }, signal);
  return searches.map(({ call, template, requestCache }, i) => {
    const result = results[i];
    if (result === undefined || 'error' in result) {
      return result
        ? fromPlainError(result.error)
        : new ApiError('illegal_state_exception', 'nothing was rendered');
    }
    try {
      const body = renderedBody(result.text, template);
      const own = { ...url, requestCache };
      return { ...call, request: readLocatedSearch(body, own, call.restTotalHitsAsInt) };
    } catch (error) {
      return asApiError(error);
    }
  });
}
