/** `POST /_analyze`, `POST /{index}/_analyze`: shows the tokens of a text. */
import { checkBlocks, requireReadTarget } from '@skein/cluster';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { jsonReply, stringParam } from '@skein/http';
import { javaText } from '@skein/mapping';
import { booleanOf } from '@skein/reading';
import {
  type FieldReaders,
  type LocatedBody,
  readFields,
  tokenName,
  VisibleFields,
} from '@skein/search';
import { authorizeName } from '../../security/index_access.js';
import { visibleFieldsOf } from '../../security/visibility.js';
import { indexContext } from '../../shard_host/mod.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import type { CommonActors } from '../endpoint_shapes.js';
import { locatedBody } from '../search/search_body.js';
import { callerOf } from './index_targets.js';

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
    body: readBody(locatedBody(body)),
  }),
  handle: async ({ index: name, body }, actors, context) => {
    const index = name === undefined ? undefined : contextOf(name, actors, context);
    const request = { body: index ? seenBody(body, index.index, context) : body, index };
    return jsonReply(await actors.shardHost.runShardless('analyze_text', request, context.signal));
  },
});

/** The context of the index; as in OpenSearch, an alias must have one index only. */
function contextOf(name: string, actors: CommonActors, context: RequestContext) {
  const state = actors.masterService.state();
  authorizeName(state, name, callerOf(actors, context), ['indices:read']);
  const { nowMs } = context;
  const { index } = requireReadTarget(state, { name, routing: undefined, nowMs });
  checkBlocks(state, [index.name], { level: 'read' });
  return indexContext(index);
}

/** A field hidden from the caller is analyzed as an unmapped one. */
function seenBody(body: JsonObject, index: string, { identity }: RequestContext): JsonObject {
  const grants = visibleFieldsOf(identity, index);
  if (grants === undefined || typeof body.field !== 'string') return body;
  if (new VisibleFields(grants).shows(body.field)) return body;
  const { field: _unseen, ...rest } = body;
  return rest;
}

function readBody({ json, locate }: LocatedBody): JsonObject {
  if (json === undefined)
    throw new ApiError('parse_exception', 'request body or source parameter is required');
  readFields(json, FIELDS, { name: 'analyze_request', locate });
  return json;
}

const seen = () => undefined;

const FIELDS: FieldReaders = {
  text: ['string_array', seen],
  analyzer: ['string', seen],
  tokenizer: ['object_or_string', checkParts],
  filter: ['object_array', checkParts],
  char_filter: ['object_array', checkParts],
  field: ['string', seen],
  explain: ['boolean', booleanOf],
  attributes: ['string_array', seen],
  normalizer: ['string', seen],
};

/** Limit of filters: each is built, and reads the output of the previous one. */
const MAX_PARTS = 1000;

/** Filters are names or definitions. */
function checkParts(json: JsonValue): void {
  const parts = isJsonArray(json) ? json : [json];
  if (parts.length > MAX_PARTS) {
    const reason = `an analyzer of [${parts.length}] filters is too long; the most that is allowed is [${MAX_PARTS}]`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  for (const part of parts) if (isJsonObject(part)) checkSettings(part);
  const wrong = parts.find((part) => typeof part !== 'string' && !isJsonObject(part));
  if (isJsonArray(wrong)) {
    throw new ApiError('illegal_state_exception', 'expected value but got [START_ARRAY]');
  }
  if (wrong === undefined) return;
  const reason = `Expected [VALUE_STRING] or [START_OBJECT], got ${tokenName(wrong)}`;
  throw new ApiError('x_content_parse_exception', reason);
}

/** Settings only support lists of values. */
function checkSettings(definition: JsonObject): void {
  if (!holdsDeepList(definition)) return;
  const lists = 'only value lists are allowed in serialized settings';
  const loading = `Failed to load settings from [${stringifyJson(definition)}]`;
  const cause = new ApiError('settings_exception', loading, {
    cause: new ApiError('illegal_state_exception', lists),
  });
  const reason = `Failed to parse [${javaText(definition)}]`;
  throw new ApiError('illegal_argument_exception', reason, { cause });
}

function holdsDeepList(json: JsonObject): boolean {
  return Object.values(json).some((value = null) => {
    if (isJsonArray(value)) return value.some((each) => each === null || typeof each === 'object');
    return isJsonObject(value) && holdsDeepList(value);
  });
}
