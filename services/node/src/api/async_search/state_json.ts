/** An asynchronous search in the forms of the two dialects. */
import {
  type JsonObject,
  JsonReader,
  type JsonValue,
  objectOf,
  RawJson,
  seekMember,
} from '@skein/content';
import { errorDetail, fromPlainError } from '@skein/errors';
import type { AsyncSearchState } from '../../async_search/mod.js';

/** Elasticsearch's form. The status is that of the search. */
export function elasticsearchState(state: AsyncSearchState): {
  readonly status: number;
  readonly body: JsonObject;
} {
  const { outcome, isRunning } = state;
  const times = timesOf(state);
  const id = state.id === undefined ? {} : { id: state.id };
  if (outcome === undefined) {
    const response = partialAnswer(state);
    return { status: 200, body: { ...id, is_partial: true, is_running: true, ...times, response } };
  }
  const head = { ...id, is_partial: isPartial(state), is_running: isRunning, ...times };
  if ('error' in outcome) {
    const error = fromPlainError(outcome.error);
    const body = { ...head, error: errorDetail(error) };
    return { status: error.status, body };
  }
  const body = { ...head, response: new RawJson(outcome.body) };
  return { status: outcome.status, body };
}

/** Elasticsearch's form, without the hits. */
export function elasticsearchStatus(state: AsyncSearchState): JsonObject {
  const { id, isRunning, outcome } = state;
  return {
    ...(id === undefined ? {} : { id }),
    is_running: isRunning,
    is_partial: isPartial(state),
    ...timesOf(state),
    _shards: shardsOf(state) ?? emptyShards(state),
    ...(outcome === undefined
      ? {}
      : { completion_status: 'error' in outcome ? outcome.error.status : outcome.status }),
  };
}

/** OpenSearch's form: a word tells how the search ended, and the status is that of the request. */
export function opensearchState(state: AsyncSearchState): JsonObject {
  const { id, outcome } = state;
  const head = { ...(id === undefined ? {} : { id }), state: wordOf(state), ...timesOf(state) };
  if (outcome === undefined) return { ...head, response: partialAnswer(state) };
  if ('error' in outcome) {
    return { ...head, error: errorDetail(fromPlainError(outcome.error)) };
  }
  return { ...head, response: new RawJson(outcome.body) };
}

function wordOf({ id, outcome }: AsyncSearchState): string {
  if (outcome === undefined) return 'RUNNING';
  if ('error' in outcome) return 'FAILED';
  return id === undefined ? 'SUCCEEDED' : 'STORE_RESIDENT';
}

function timesOf({ startedAtMs, expiresAtMs }: AsyncSearchState): JsonObject {
  return { start_time_in_millis: startedAtMs, expiration_time_in_millis: expiresAtMs };
}

/** The partial response of a running search. */
function partialAnswer(state: AsyncSearchState): JsonValue {
  return state.partial === undefined ? emptyAnswer(state) : new RawJson(state.partial);
}

/** The response before any shard has answered. */
function emptyAnswer(state: AsyncSearchState): JsonObject {
  return {
    took: 0,
    timed_out: false,
    _shards: emptyShards(state),
    hits: { total: { value: 0, relation: 'gte' }, max_score: null, hits: [] },
  };
}

function emptyShards({ shardCount }: AsyncSearchState): JsonObject {
  return { total: shardCount, successful: 0, skipped: 0, failed: 0 };
}

function isPartial(state: AsyncSearchState): boolean {
  const { outcome } = state;
  if (outcome === undefined || 'error' in outcome) return true;
  return shardsOf(state)?.failed !== 0;
}

/** `_shards` of the response, which precedes the hits. */
function shardsOf({ outcome, partial }: AsyncSearchState): JsonObject | undefined {
  const body = outcome !== undefined && 'body' in outcome ? outcome.body : partial;
  if (body === undefined) return undefined;
  const reader = new JsonReader(body);
  return seekMember(reader, '_shards') ? objectOf(reader.value()) : undefined;
}
