/** The bytes of a nested object inside its document, unchanged. */
import { encodeJson, JSON_TOKEN, type JsonObject, JsonReader, RawJson } from '@skein/content';
import type { NestedStep } from './fetch_part.js';

/** Returns `undefined` if the document has no such object. */
export function sliceObject(
  document: Uint8Array,
  steps: readonly NestedStep[],
): Uint8Array | undefined {
  let object = document;
  for (const { field, offset } of steps) {
    const found = objectAt(object, field, offset);
    if (found === undefined) return undefined;
    object = found;
  }
  return object;
}

/** Builds a document that contains only the object, at the path of the steps. */
export function wrapObject(object: Uint8Array, steps: readonly NestedStep[]): Uint8Array {
  return namesOf(steps).reduceRight<Uint8Array>(
    (inner, name) => encodeJson(Object.fromEntries([[name, new RawJson(inner)]])),
    object,
  );
}

/** Like `wrapObject`, for a parsed object. */
export function wrapParsed(object: JsonObject, steps: readonly NestedStep[]): JsonObject {
  return namesOf(steps).reduceRight<JsonObject>(
    (inner, name) => Object.fromEntries([[name, inner]]),
    object,
  );
}

function namesOf(steps: readonly NestedStep[]): readonly string[] {
  return steps.flatMap(({ field }) => field.split('.'));
}

function objectAt(document: Uint8Array, path: string, offset: number): Uint8Array | undefined {
  const search = new ObjectSearch(document, offset);
  return search.value(path);
}

/**
 * Counts the objects of a path in document order, with arrays flattened. Names in the document may
 * contain dots themselves.
 */
class ObjectSearch {
  readonly #reader: JsonReader;
  #left: number;

  constructor(document: Uint8Array, offset: number) {
    this.#reader = new JsonReader(document);
    this.#reader.next();
    this.#left = offset;
  }

  /** Searches the value at the reader's current token; the reader ends on its last token. */
  value(path: string): Uint8Array | undefined {
    const reader = this.#reader;
    if (reader.token === JSON_TOKEN.START_ARRAY) {
      while (reader.next() !== JSON_TOKEN.END_ARRAY) {
        const found = this.value(path);
        if (found) return found;
      }
      return undefined;
    }
    if (reader.token !== JSON_TOKEN.START_OBJECT) return undefined;
    return path === '' ? this.#count() : this.#members(path);
  }

  #count(): Uint8Array | undefined {
    const { bytes, tokenStart } = this.#reader;
    this.#reader.skipChildren();
    return this.#left-- === 0 ? bytes.subarray(tokenStart, this.#reader.tokenEnd) : undefined;
  }

  #members(path: string): Uint8Array | undefined {
    const reader = this.#reader;
    while (reader.next() === JSON_TOKEN.FIELD_NAME) {
      const { name } = reader;
      reader.next();
      if (name === path || path.startsWith(`${name}.`)) {
        const found = this.value(path.slice(name.length + 1));
        if (found) return found;
      } else reader.skipChildren();
    }
    return undefined;
  }
}
