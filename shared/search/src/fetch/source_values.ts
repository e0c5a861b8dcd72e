/**
 * The leaves of a parsed document at a dotted path, with arrays flattened. Names in the document
 * may contain dots themselves.
 */
import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';

export function sourceValues(source: JsonValue, path: string): readonly JsonValue[] {
  return sourceLeaves(source, path).filter((value) => value !== null);
}

/** The leaves including nulls. */
export function sourceLeaves(source: JsonValue, path: string): readonly JsonValue[] {
  const found: JsonValue[] = [];
  collect(source, path, found);
  return found;
}

function collect(value: JsonValue, path: string, found: JsonValue[]): void {
  if (isJsonArray(value)) {
    for (const element of value) collect(element, path, found);
  } else if (path === '') {
    found.push(value);
  } else if (isJsonObject(value)) {
    for (const [name, child = null] of Object.entries(value)) {
      if (name === path) collect(child, '', found);
      else if (path.startsWith(`${name}.`)) collect(child, path.slice(name.length + 1), found);
    }
  }
}
