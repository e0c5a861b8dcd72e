/** Fetches the shapes that `geo_shape` queries take from other documents. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  findIndexedShapes,
  type IndexedShape,
  placeIndexedShapes,
  sourceValues,
} from '@skein/search';
import { type FillQuery, unchanged } from './fill_query.js';
import { addressKey, type LookupSource, readSource } from './read_source.js';

export async function resolveIndexedShapes(
  queries: readonly JsonObject[],
  source: LookupSource,
): Promise<FillQuery> {
  const shapes = queries.flatMap(findIndexedShapes);
  if (shapes.length === 0) return unchanged;
  const found = new Map<string, JsonValue>();
  for (const shape of shapes) {
    found.set(keyOf(shape), shapeIn(await readSource(shape, source), shape));
  }
  return (query) => placeIndexedShapes(query, (shape) => found.get(keyOf(shape)) ?? null);
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
