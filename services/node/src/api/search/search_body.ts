/** A search request from its body and URL, errors pointing into the body. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import type { RequestBody } from '@skein/http';
import { markScriptParams } from '@skein/script';
import {
  type BodyLocator,
  bodyLocator,
  parseSearchRequest,
  type SearchRequest,
  type SearchUrlParams,
} from '@skein/search';
import { checkTotalHitsAsInt } from './search_params.js';

export interface LocatedBody {
  readonly json: JsonObject | undefined;
  readonly locate: BodyLocator;
}

/** The body's object with the way back to its places; YAML bodies have none. */
export function locatedBody(body: RequestBody): LocatedBody {
  const parsed = body.object();
  if (parsed === undefined || body.format === 'yaml') {
    return { json: parsed, locate: () => undefined };
  }
  const json = markScriptParams(body.bytes, parsed);
  return { json, locate: bodyLocator(body.bytes, json) };
}

export function readSearchRequest(
  { json, locate }: LocatedBody,
  url: SearchUrlParams,
  totalHitsAsInt: boolean,
): SearchRequest {
  const request = parseSearchRequest(json, url, { locate });
  if (!totalHitsAsInt) return request;
  const given = url.trackTotalHits !== undefined || hasTrackTotalHits(json);
  return { ...request, trackTotalHits: checkTotalHitsAsInt(request.trackTotalHits, given) };
}

function hasTrackTotalHits(json: JsonValue | undefined): boolean {
  return isJsonObject(json) && Object.hasOwn(json, 'track_total_hits');
}
