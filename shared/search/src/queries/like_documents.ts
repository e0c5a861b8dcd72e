/** Documents that `more_like_this` queries name: the coordinating node finds them and puts their sources in place. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { isScalar, textOf } from './options.js';

export interface NamedDocument {
  /** `undefined`: the index searched. */
  readonly index: string | undefined;
  readonly id: string;
  readonly routing: string | undefined;
}

/** All of a query whose form has been checked. */
export function findLikeDocuments(query: JsonValue): readonly NamedDocument[] {
  const found: NamedDocument[] = [];
  mapLikes(query, (item, named) => {
    found.push(named);
    return item;
  });
  return found;
}

/** The query with the source of every document that was found. */
export function addLikeSources(
  query: JsonValue,
  sourceOf: (document: NamedDocument) => JsonValue,
): JsonValue {
  return mapLikes(query, (item, named) => ({ ...item, _source: sourceOf(named) }));
}

type MapItem = (item: JsonObject, named: NamedDocument) => JsonObject;

function mapLikes(query: JsonValue, change: MapItem): JsonValue {
  if (isJsonArray(query)) return query.map((each) => mapLikes(each, change));
  if (!isJsonObject(query)) return query;
  const entries = Object.entries(query).map(([key, value = null]) => {
    if (key !== 'more_like_this' || !isJsonObject(value)) return [key, mapLikes(value, change)];
    return [key, mapOne(value, change)];
  });
  return Object.fromEntries(entries);
}

function mapOne(query: JsonObject, change: MapItem): JsonObject {
  const items = (json: JsonValue): JsonValue => {
    if (isJsonArray(json)) return json.map(items);
    const named = namedDocument(json);
    return named && isJsonObject(json) ? change(json, named) : json;
  };
  const entries = Object.entries(query).map(([key, value = null]) => [
    key,
    key === 'like' || key === 'unlike' ? items(value) : value,
  ]);
  return Object.fromEntries(entries);
}

function namedDocument(json: JsonValue): NamedDocument | undefined {
  if (!isJsonObject(json)) return undefined;
  const { _id: id, _index: index, routing = json._routing } = json;
  if (!isScalar(id)) return undefined;
  return {
    index: isScalar(index) ? textOf(index) : undefined,
    id: textOf(id),
    routing: isScalar(routing) ? textOf(routing) : undefined,
  };
}
