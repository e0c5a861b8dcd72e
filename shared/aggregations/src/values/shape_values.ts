/** The shapes that an aggregation reads: those of a field, and the one of documents without any. */
import { type JsonValue, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseShape } from '@skein/mapping';
import { storedTriangles, type TriangleList } from '@skein/search_library';

export interface ShapeValues {
  readonly kind: 'shape';
  readonly field: string;
  /** The shape of the documents that have none. */
  readonly missing: TriangleList | undefined;
}

/** Parses a `missing`, which is well-known text. Throws parse_exception. */
export function missingShape(value: JsonValue): TriangleList {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  try {
    return storedTriangles(parseShape(text, { ignoreZ: true, coerce: true, rightHanded: true }));
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    throw new ApiError(
      'parse_exception',
      `Unable to parse the missing value [${text}] provided in the input.`,
      { cause },
    );
  }
}
