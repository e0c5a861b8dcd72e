/** `POST /{index}/_rank_eval`: evaluates the ranking of searches by rated documents. */
import { inSlices } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { asApiError, errorResponse } from '@skein/errors';
import { jsonReply, stringParam } from '@skein/http';
import {
  type LocatedBody,
  parseRankEvaluation,
  type RankEvaluation,
  type RatedRequest,
  ratingKey,
  readLocatedSearch,
  type SearchRequest,
} from '@skein/search';
import {
  type IndexExpression,
  runInTurns,
  type SearchCall,
  type SearchType,
} from '../../search_coordinator/mod.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { type FoundHit, foundHits } from './found_hits.js';
import { type Judged, summaryOf } from './rank_eval_summary.js';
import { locatedBody, requireBody } from './search_body.js';
import { indexExpression, searchType, TARGET_PARAMS } from './search_params.js';
import { readTemplateRequest, renderedBody, renderTemplate } from './template_body.js';

/** Default limit of concurrent searches. */
const MAX_CONCURRENT = 10;

interface Evaluation {
  readonly evaluation: RankEvaluation;
  readonly body: LocatedBody;
  readonly target: IndexExpression;
  readonly searchType: SearchType;
}

export const rank_eval = defineEndpoint({
  id: 'rank_eval',
  shape: 'search',
  routes: [
    'GET /_rank_eval',
    'POST /_rank_eval',
    'GET /{index}/_rank_eval',
    'POST /{index}/_rank_eval',
  ],
  params: { ...TARGET_PARAMS, search_type: stringParam },
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  *parseInPieces({ pathParams, params, body }): Generator<void, Evaluation> {
    requireBody(body);
    const located = locatedBody(body);
    const { locate } = located;
    const checkSearch = (json: JsonObject): void =>
      void readLocatedSearch({ json, locate }, {}, false);
    const evaluation = yield* parseRankEvaluation(located.json ?? {}, { locate, checkSearch });
    for (const json of evaluation.templates.values()) readTemplateRequest({ json, locate });
    const target = indexExpression(pathParams.index, params);
    return { evaluation, body: located, target, searchType: searchType(params.search_type) };
  },
  task: {
    action: 'indices:data/read/rank_eval',
    describe: ({ evaluation }) => `requests[${evaluation.requests.length}]`,
  },
  handle: async (request, actors, context) => {
    const { requests, metric, maxConcurrent = MAX_CONCURRENT } = request.evaluation;
    const searching = { limit: maxConcurrent, turns: context.turns };
    const judged = await runInTurns(requests, searching, (rated) =>
      judge(rated, request, { actors, context }),
    );
    return jsonReply(await inSlices(summaryOf(judged, metric.name), context.turns));
  },
});

interface Circumstances {
  readonly actors: ShapeActors['search'];
  readonly context: RequestContext;
}

/** The failure of one search does not affect the others. */
async function judge(
  rated: RatedRequest,
  request: Evaluation,
  circumstances: Circumstances,
): Promise<Judged> {
  const { id } = rated;
  try {
    const hits = await hitsOf(rated, request, circumstances);
    const given = new Map(rated.ratings.map((each) => [ratingKey(each), each.rating]));
    const ratings = hits.map((hit) => given.get(ratingKey(hit)));
    const { metric } = request.evaluation;
    const quality = metric.evaluate(ratings, [...given.values()]);
    const unrated = hits.filter((_hit, i) => ratings[i] === undefined);
    const shown = {
      unrated_docs: unrated.map(({ index, id }) => ({ _index: index, _id: id })),
      hits: hits.map(({ json }, i) => ({ hit: json, rating: ratings[i] ?? null })),
    };
    return { id, quality, shown };
  } catch (thrown) {
    return { id, error: errorResponse(asApiError(thrown)).error };
  }
}

async function hitsOf(
  rated: RatedRequest,
  request: Evaluation,
  { actors, context }: Circumstances,
): Promise<readonly FoundHit[]> {
  const body = rated.body ?? (await templatedBody(rated, request, { actors, context }));
  const call: SearchCall = {
    target: request.target,
    routing: undefined,
    preference: undefined,
    searchType: request.searchType,
    restTotalHitsAsInt: false,
    allowPartialSearchResults: undefined,
    maxConcurrentShardRequests: undefined,
    preFilterShardSize: undefined,
    request: requestOf(body, rated, request),
  };
  const { chunks } = await actors.searchCoordinator.search(call, context);
  return inSlices(foundHits(Buffer.concat(chunks)), context.turns);
}

/** A search for as many hits as the metric needs, with only the summary fields. */
function requestOf(
  json: JsonObject,
  { summaryFields }: RatedRequest,
  { body, evaluation }: Evaluation,
): SearchRequest {
  const request = readLocatedSearch({ json, locate: body.locate }, {}, false);
  const source = { enabled: summaryFields.length > 0, includes: summaryFields, excludes: [] };
  return { ...request, size: evaluation.metric.k, source };
}

async function templatedBody(
  { template }: RatedRequest,
  { evaluation }: Evaluation,
  { actors, context }: Circumstances,
): Promise<JsonObject> {
  const { id, params } = template ?? { id: '', params: {} };
  const json = { ...evaluation.templates.get(id), params };
  const request = readTemplateRequest({ json, locate: () => undefined });
  const text = await renderTemplate(request.template, actors, context.signal);
  return renderedBody(text, request).json ?? {};
}
