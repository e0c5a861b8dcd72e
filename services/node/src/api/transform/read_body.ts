/** Reads the body of a request that creates a transform, and checks a transform's id. */
import { isJsonObject, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { RequestBody } from '@skein/http';
import { textOf } from '@skein/reading';
import { readTransform, type Transform } from '@skein/transform';
import { locatedBody } from '../search/search_body.js';

interface GivenTransform {
  /** The body as the client sent it. */
  readonly source: JsonObject;
  readonly transform: Transform;
}

/** The body may repeat the id of the path. */
export function givenTransform(body: RequestBody, id: string): GivenTransform {
  body.required();
  const { json = {}, locate } = locatedBody(body);
  const { id: repeated = id, ...source } = json;
  if (repeated !== id) {
    const reason = `Inconsistent id; '${textOf(repeated)}' specified in the body differs from '${id}' specified as a URL argument`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  return { source, transform: readTransform(source, locate) };
}

/** As in Elasticsearch: nothing is written, so the index of the destination may be missing. */
const UNUSED_INDEX = 'unused-transform-preview-index';

export function previewedTransform(body: RequestBody): Transform {
  body.required();
  const { json = {}, locate } = locatedBody(body);
  const { id: _unused, ...source } = json;
  const { dest = {} } = source;
  const filled = isJsonObject(dest) ? { index: UNUSED_INDEX, ...dest } : dest;
  return readTransform({ ...source, dest: filled }, locate);
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
