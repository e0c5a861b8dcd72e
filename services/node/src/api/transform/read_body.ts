/** Reads the body of a request that creates a transform, and checks a transform's id. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { RequestBody } from '@skein/http';
import { readTransform, type Transform } from '@skein/transform';
import { locatedBody } from '../search/search_body.js';

interface GivenTransform {
  /** The body as the client sent it. */
  readonly source: JsonObject;
  readonly transform: Transform;
}

export function givenTransform(body: RequestBody): GivenTransform {
  body.required();
  const { json: source = {}, locate } = locatedBody(body);
  return { source, transform: readTransform(source, locate) };
}

const ID = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/;
const LONGEST_ID = 64;

export function checkId(id: string): void {
  if (!ID.test(id)) {
    const reason = `Invalid transform id; '${id}' can contain lowercase alphanumeric (a-z and 0-9), hyphens or underscores; must start and end with alphanumeric`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  if (id.length > LONGEST_ID) {
    const reason = `The id [${id}] is too long, it cannot contain more than [${LONGEST_ID}] characters`;
    throw new ApiError('illegal_argument_exception', reason);
  }
}
