/** `POST /_analyze`, `POST /{index}/_analyze`: text to tokens. */
import { INDICES_OPTIONS, requireIndex } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { jsonReply, stringParam } from '@skein/http';
import { VisibleFields } from '@skein/search';
import type { Actors } from '../../actors.js';
import { visibleFieldsOf } from '../../security/visibility.js';
import { indexContext } from '../../shard_host/mod.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import { indexExpression, targetIndices } from './index_targets.js';

export const analyze = defineEndpoint({
  id: 'indices.analyze',
  shape: 'local',
  routes: ['GET /_analyze', 'POST /_analyze', 'GET /{index}/_analyze', 'POST /{index}/_analyze'],
  params: { index: stringParam },
  body: 'json',
  sourceParam: true,
  privilege: 'authenticated',
  parse: ({ pathParams, params, body }) => ({
    index: pathParams.index ?? params.index,
    body: readBody(body.object()),
  }),
  handle: async ({ index: asked, body }, actors, context) => {
    const name = asked ?? (typeof body.index === 'string' ? body.index : undefined);
    const index = name === undefined ? undefined : contextOf(name, actors, context);
    const request = { body: index ? seenBody(body, index.index, context) : body, index };
    return jsonReply(await actors.shardHost.runShardless('analyze_text', request, context.signal));
  },
});

/** Of the first index the expression names. */
function contextOf(expression: string, actors: Actors, context: RequestContext) {
  const target = indexExpression(expression, {}, INDICES_OPTIONS.strictExpandOpen);
  const [name = expression] = targetIndices(actors, context, target, ['indices:read']);
  return indexContext(requireIndex(actors.masterService.state(), name));
}

/** A field that is not seen is analysed as one that is not mapped. */
function seenBody(body: JsonObject, index: string, { identity }: RequestContext): JsonObject {
  const grants = visibleFieldsOf(identity, index);
  if (grants === undefined || typeof body.field !== 'string') return body;
  if (new VisibleFields(grants).shows(body.field)) return body;
  const { field: _unseen, ...rest } = body;
  return rest;
}

function readBody(body: JsonObject | undefined): JsonObject {
  if (body === undefined)
    throw new ApiError('parse_exception', 'request body or source parameter is required');
  return body;
}
