/** The body of a search-like request, with positions for errors. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { RequestBody } from '@skein/http';
import { markScriptParams } from '@skein/java';
import {
  type BodyLocator,
  bodyLocator,
  type LocatedBody,
  parseCountBody,
  type QueryNode,
} from '@skein/search';

export type { LocatedBody };

/** The body's object with a function that locates its values; a YAML body has no positions. */
export function locatedBody(body: RequestBody): LocatedBody {
  const parsed = body.object();
  if (parsed === undefined || body.format === 'yaml') {
    return { json: parsed, locate: () => undefined };
  }
  const json = markScriptParams(body.bytes, parsed);
  return { json, locate: locatorOf(body, json) };
}

/** The places of the values of a body, whose parameters of scripts may have been marked. */
export function locatorOf(body: RequestBody, json: JsonObject): BodyLocator {
  return body.format === 'yaml' ? () => undefined : bodyLocator(body.bytes, json);
}

/** Refuses a request without a body. */
export function requireBody({ present }: RequestBody): void {
  if (present) return;
  throw new ApiError('parse_exception', 'request body or source parameter is required');
}

/** The query of the body; undefined without a body. Throws if it is invalid. */
export function bodyQuery(body: RequestBody): QueryNode | undefined {
  const { json, locate } = locatedBody(body);
  return parseCountBody(json, { locate });
}
