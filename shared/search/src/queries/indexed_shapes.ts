/**
 * Shapes of other documents inside a query: `{"geo_shape": {"area": {"indexed_shape": {"index": "shapes", "id": "7", "path": "shape"}}}}`. The
 * coordinating node finds them, fetches the documents and puts the shapes in place before the shards see the query.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { isScalar, textOf } from './options.js';

/** Where the shape stands once it is found. */
export const FOUND_SHAPE = '_shape';

const DEFAULT_INDEX = 'shapes';
const DEFAULT_PATH = 'shape';

export interface IndexedShape {
  readonly index: string;
  readonly id: string;
  readonly path: string;
  readonly routing: string | undefined;
}

/** The shape found, or one that stands for it until it is. */
export function shapeOfDocument(options: JsonObject): JsonValue {
  return options[FOUND_SHAPE] ?? 'POINT (0 0)';
}

/** All of a query whose form has been checked. */
export function findIndexedShapes(query: JsonValue): readonly IndexedShape[] {
  const found: IndexedShape[] = [];
  mapIndexedShapes(query, (options, shape) => {
    found.push(shape);
    return options;
  });
  return found;
}

/** The query with every shape in place. */
export function placeIndexedShapes(
  query: JsonValue,
  shapeOf: (shape: IndexedShape) => JsonValue,
): JsonValue {
  return mapIndexedShapes(query, (options, shape) => ({
    ...options,
    [FOUND_SHAPE]: shapeOf(shape),
  }));
}

type Change = (options: JsonObject, shape: IndexedShape) => JsonObject;

function mapIndexedShapes(query: JsonValue, change: Change): JsonValue {
  if (isJsonArray(query)) return query.map((each) => mapIndexedShapes(each, change));
  if (!isJsonObject(query)) return query;
  const entries = Object.entries(query).map(([key, value = null]) => {
    if (key !== 'indexed_shape' || !isJsonObject(value))
      return [key, mapIndexedShapes(value, change)];
    const shape = indexedShape(value);
    return [key, shape ? change(value, shape) : value];
  });
  return Object.fromEntries(entries);
}

function indexedShape({ id, index, path, routing }: JsonObject): IndexedShape | undefined {
  if (!isScalar(id)) return undefined;
  return {
    id: textOf(id),
    index: isScalar(index) ? textOf(index) : DEFAULT_INDEX,
    path: isScalar(path) ? textOf(path) : DEFAULT_PATH,
    routing: isScalar(routing) ? textOf(routing) : undefined,
  };
}
