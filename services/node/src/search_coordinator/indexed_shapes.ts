/** Fetches the shapes that `geo_shape` queries take from other documents. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  findIndexedShapes,
  type IndexedShape,
  placeIndexedShapes,
  type SearchRequest,
  sourceValues,
} from '@skein/search';
import { addressKey, type LookupSource, readSource } from './read_source.js';

export async function resolveIndexedShapes(
  request: SearchRequest,
  source: LookupSource,
): Promise<SearchRequest> {
  const { query, postFilter } = request;
  const shapes = [query, postFilter].flatMap((each) => (each ? findIndexedShapes(each) : []));
  if (shapes.length === 0) return request;
  const found = new Map<string, JsonValue>();
  for (const shape of shapes) {
    found.set(keyOf(shape), shapeIn(await readSource(shape, source), shape));
  }
  const place = (json: JsonObject | undefined) => {
    const placed = json && placeIndexedShapes(json, (shape) => found.get(keyOf(shape)) ?? null);
    return isJsonObject(placed) ? placed : undefined;
  };
  return { ...request, query: place(query), postFilter: place(postFilter) };
}

function keyOf(shape: IndexedShape): string {
  return `${addressKey(shape)}\n${shape.path}`;
}

function shapeIn(document: JsonValue, { id, path }: IndexedShape): JsonValue {
  if (document === null) {
    throw new ApiError('illegal_argument_exception', `Shape with ID [${id}] not found`);
  }
  const [shape = null] = sourceValues(document, path);
  if (shape !== null) return shape;
  throw new ApiError(
    'illegal_state_exception',
    `Shape with name [${id}] found but missing ${path} field`,
  );
}
