/**
 * The leaves of a parsed document at a dotted path, with arrays flattened. Names in the document
 * may contain dots themselves.
 */
import { isJsonArray, isJsonObject, type JsonArray, type JsonValue } from '@skein/content';
import { isCoordinatePair } from '@skein/mapping';

export function sourceValues(source: JsonValue, path: string): readonly JsonValue[] {
  return sourceLeaves(source, path).filter((value) => value !== null);
}

/** The leaves including nulls. */
export function sourceLeaves(source: JsonValue, path: string): readonly JsonValue[] {
  const found: JsonValue[] = [];
  collect(source, path, { found, isLeaf: () => false });
  return found;
}

/** The points at a path, which may be objects, texts or arrays of coordinates. */
export function sourcePoints(source: JsonValue, path: string): readonly JsonValue[] {
  const found: JsonValue[] = [];
  collect(source, path, { found, isLeaf: isCoordinatePair });
  return found.filter((value) => value !== null);
}

interface Collecting {
  readonly found: JsonValue[];
  /** True for an array that is one value. */
  readonly isLeaf: (array: JsonArray) => boolean;
}

function collect(value: JsonValue, path: string, collecting: Collecting): void {
  const { found, isLeaf } = collecting;
  if (isJsonArray(value) && !(path === '' && isLeaf(value))) {
    for (const element of value) collect(element, path, collecting);
  } else if (path === '') {
    found.push(value);
  } else if (isJsonObject(value)) {
    for (const [name, child = null] of Object.entries(value)) {
      if (name === path) collect(child, '', collecting);
      else if (path.startsWith(`${name}.`)) collect(child, path.slice(name.length + 1), collecting);
    }
  }
}
