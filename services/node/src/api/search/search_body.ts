/** The body of a search-like request, with positions for errors. */
import { ApiError } from '@skein/errors';
import type { RequestBody } from '@skein/http';
import { markScriptParams } from '@skein/java';
import { bodyLocator, type LocatedBody, parseCountBody, type QueryNode } from '@skein/search';

export type { LocatedBody };

/** The body's object with a function that locates its values; a YAML body has no positions. */
export function locatedBody(body: RequestBody): LocatedBody {
  const parsed = body.object();
  if (parsed === undefined || body.format === 'yaml') {
    return { json: parsed, locate: () => undefined };
  }
  const json = markScriptParams(body.bytes, parsed);
  return { json, locate: bodyLocator(body.bytes, json) };
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
