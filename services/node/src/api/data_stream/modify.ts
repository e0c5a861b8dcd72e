/**
 * `POST /_data_stream/_modify`: adds backing indices to data streams or removes them (Elasticsearch
 * 7.16).
 */
import type { StreamAction } from '@skein/cluster';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { acknowledged } from '@skein/http';
import { into, readFields, textOf } from '@skein/reading';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { type LocatedBody, locatedBody } from '../search/search_body.js';

export const modify_data_stream = defineEndpoint({
  id: 'indices.modify_data_stream',
  shape: 'master',
  routes: ['POST /_data_stream/_modify'],
  params: MASTER_PARAMS,
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ params, body }) => {
    body.requiredObject();
    return { actions: readActions(locatedBody(body)), options: submitOptions(params) };
  },
  handle: async ({ actions, options }, { masterService, security }, { identity }) => {
    const names = actions.flatMap(({ stream, index }) => [stream, index]);
    security.authorizeIndices(identity, 'indices:manage', names);
    const outcome = await masterService.submit('modify_data_streams', { actions }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});

function readActions({ json, locate }: LocatedBody): readonly StreamAction[] {
  let actions: readonly StreamAction[] | undefined;
  const read = (given: JsonValue) => {
    actions = (isJsonArray(given) ? given : [given]).map((one) => actionOf(one, locate));
  };
  const readers = { actions: ['object_array', read] } as const;
  readFields(json ?? {}, readers, { name: 'data_stream_actions', locate });
  if (actions !== undefined && actions.length > 0) return actions;
  throw new ApiError(
    'illegal_argument_exception',
    'must specify at least one data stream modification action',
  );
}

function actionOf(given: JsonValue, locate: LocatedBody['locate']): StreamAction {
  const [first, ...others] = isJsonObject(given) ? Object.entries(given) : [];
  const [kind, body] = first ?? [];
  const isKnown = kind === 'add_backing_index' || kind === 'remove_backing_index';
  if (!isKnown || !isJsonObject(body) || others.length > 0) {
    const reason =
      'an action is an object with one member, [add_backing_index] or [remove_backing_index]';
    throw new ApiError('illegal_argument_exception', reason);
  }
  return { kind, ...namesOf(kind, body, locate) };
}

function namesOf(
  kind: string,
  body: JsonObject,
  locate: LocatedBody['locate'],
): Pick<StreamAction, 'stream' | 'index'> {
  const draft: { stream?: string; index?: string } = {};
  const readers = {
    data_stream: into(draft, 'stream', 'string', textOf),
    index: into(draft, 'index', 'string', textOf),
  };
  readFields(body, readers, { name: kind, locate });
  const { stream, index } = draft;
  if (stream !== undefined && index !== undefined) return { stream, index };
  throw new ApiError('illegal_argument_exception', `[${kind}] needs [data_stream] and [index]`);
}
