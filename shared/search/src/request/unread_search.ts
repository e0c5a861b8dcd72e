/**
 * A search as received: body and parameters, unparsed. If it targets a single shard, the thread
 * that executes it parses it too, so that the main thread parses nothing.
 */
import { atOnce } from '@skein/base';
import {
  BODY_LIMITS,
  type JsonObject,
  objectOf,
  parseJsonInPieces,
  parseObject,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { markScriptParams } from '@skein/java';
import { type BodyLocator, bodyLocator, nowhere } from './body_location.js';
import { parseSearchRequest } from './parse_search_request.js';
import type { SearchRequest } from './search_request.js';
import type { SearchUrlParams } from './url_params.js';

export interface UnreadSearch {
  /** The body; empty if there is none. */
  readonly body: Uint8Array;
  readonly isYaml: boolean;
  readonly url: SearchUrlParams;
  /** `rest_total_hits_as_int`: the total is rendered as a plain number. */
  readonly totalHitsAsInt: boolean;
}

export interface LocatedBody {
  readonly json: JsonObject | undefined;
  /** Maps parsed values to positions in the body; a YAML body has none. */
  readonly locate: BodyLocator;
}

const NO_JSON: LocatedBody = { json: undefined, locate: nowhere };

/** Longer bodies are parsed with pauses, and their memory is limited. */
const AT_ONCE_BYTES = 32 * 1024;

export function readSearch(unread: UnreadSearch): SearchRequest {
  return atOnce(readingSearch(unread));
}

/** Throws syntax errors, which refer to positions in the body. */
export function* readingSearch({
  body,
  isYaml,
  url,
  totalHitsAsInt,
}: UnreadSearch): Generator<void, SearchRequest> {
  if (body.length === 0) return readLocatedSearch(NO_JSON, url, totalHitsAsInt);
  const parsed =
    isYaml || body.length <= AT_ONCE_BYTES
      ? parseObject(body, isYaml)
      : objectOf(yield* parseJsonInPieces(body, BODY_LIMITS));
  if (isYaml) return readLocatedSearch({ json: parsed, locate: nowhere }, url, totalHitsAsInt);
  const json = markScriptParams(body, parsed);
  return readLocatedSearch({ json, locate: bodyLocator(body, json) }, url, totalHitsAsInt);
}

export function readLocatedSearch(
  { json, locate }: LocatedBody,
  url: SearchUrlParams,
  totalHitsAsInt: boolean,
): SearchRequest {
  const request = parseSearchRequest(json, url, { locate, totalHitsAsInt });
  if (!totalHitsAsInt) return request;
  const given =
    url.trackTotalHits !== undefined ||
    (json !== undefined && Object.hasOwn(json, 'track_total_hits'));
  return { ...request, trackTotalHits: totalHitsAsIntLimit(request.trackTotalHits, given) };
}

/**
 * Checks the limit of counted hits: a plain number must be the complete total. `given` is true if
 * the request has a limit.
 */
export function totalHitsAsIntLimit(trackTotalHits: number, given: boolean): number {
  if (!given) return Number.POSITIVE_INFINITY;
  if (trackTotalHits === Number.POSITIVE_INFINITY || trackTotalHits === -1) return trackTotalHits;
  throw new ApiError(
    'illegal_argument_exception',
    `[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got ${trackTotalHits}`,
  );
}
