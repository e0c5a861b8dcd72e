/** Reads the texts in the `_source` of a document, for aggregations that analyse them again. */
import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '@skein/content';
import type { SegmentReader } from '@skein/search_library';

/** The texts at each path, in order. */
export function sourceTexts(
  reader: SegmentReader,
  doc: number,
  paths: readonly string[],
): readonly string[] {
  const { source } = reader.stored(doc);
  if (source === undefined) return [];
  const json = parseJson(source);
  return paths.flatMap((path) =>
    scalarsAt(json, path, []).flatMap((value) => (value === null ? [] : [textOf(value)])),
  );
}

/**
 * The scalars at a path, and the scalars at a prefix of it: as in OpenSearch, a subfield has the
 * texts of its parent field.
 */
function scalarsAt(value: JsonValue, path: string, found: JsonValue[]): readonly JsonValue[] {
  if (isJsonArray(value)) for (const element of value) scalarsAt(element, path, found);
  else if (!isJsonObject(value)) found.push(value);
  else {
    for (const [name, child = null] of Object.entries(value)) {
      if (name === path) scalarsAt(child, '', found);
      else if (path.startsWith(`${name}.`)) scalarsAt(child, path.slice(name.length + 1), found);
    }
  }
  return found;
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
