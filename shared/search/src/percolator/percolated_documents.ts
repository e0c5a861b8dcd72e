/** Documents of an index that `percolate` queries name: the coordinating node finds them and puts them in place. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { integerOf, isScalar, textOf } from '../queries/options.js';

export interface PercolatedDocument {
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
  readonly version: number | undefined;
}

/** All of a query whose form has been checked. */
export function findPercolatedDocuments(query: JsonValue): readonly PercolatedDocument[] {
  const found: PercolatedDocument[] = [];
  mapPercolates(query, (options, named) => {
    if (named) found.push(named);
    return options;
  });
  return found;
}

/** The query with every document in the place of its name. */
export function placePercolatedDocuments(
  query: JsonValue,
  documentOf: (named: PercolatedDocument) => JsonValue,
): JsonValue {
  return mapPercolates(query, (options, named) => {
    if (!named) return options;
    const { index: _index, id: _id, routing: _routing, preference: _preference, ...rest } = options;
    const { version: _version, ...left } = rest;
    return { ...left, document: documentOf(named) };
  });
}

/** How many `percolate` queries there are. */
export function countPercolates(query: JsonValue): number {
  let count = 0;
  mapPercolates(query, (options) => {
    count++;
    return options;
  });
  return count;
}

type Change = (options: JsonObject, named: PercolatedDocument | undefined) => JsonObject;

function mapPercolates(query: JsonValue, change: Change): JsonValue {
  if (isJsonArray(query)) return query.map((each) => mapPercolates(each, change));
  if (!isJsonObject(query)) return query;
  const entries = Object.entries(query).map(([key, value = null]) => {
    if (key !== 'percolate' || !isJsonObject(value)) return [key, mapPercolates(value, change)];
    return [key, change(value, named(value))];
  });
  return Object.fromEntries(entries);
}

function named({ index, id, routing, version }: JsonObject): PercolatedDocument | undefined {
  if (!isScalar(index) || !isScalar(id)) return undefined;
  return {
    index: textOf(index),
    id: textOf(id),
    routing: isScalar(routing) ? textOf(routing) : undefined,
    version: isScalar(version) ? integerOf(version) : undefined,
  };
}
