/** Common parts of `knn_vector` and `dense_vector`: parsing a vector from JSON, and the field. */
import { float32Text, isJsonArray, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import {
  squaredLength,
  type VectorElement,
  type VectorSpec,
  type VectorValues,
} from '@skein/search_library';
import { storeValue } from './field_names_spec.js';
import { fieldSpec } from './field_spec.js';
import type { FieldSink, MappedField } from './field_type.js';
import { mappedField } from './mapped_field.js';

/** A type's messages for invalid vectors in documents. */
interface VectorWords {
  mismatch(given: number, sink: FieldSink): string;
  noLength(vector: VectorValues): string;
  notOfLengthOne(vector: VectorValues): string;
}

interface VectorFieldOptions {
  readonly path: string;
  readonly typeName: string;
  readonly vector: VectorSpec;
  readonly stored: boolean;
  readonly words: VectorWords;
}

export function vectorField(options: VectorFieldOptions): MappedField {
  const { path, typeName, vector, stored, words } = options;
  const spec = fieldSpec(path, { column: 'vector', vector });
  return mappedField({
    name: path,
    typeName,
    spec,
    stored,
    searchable: true,
    aggregatable: false,
    readsStructures: true,
    index: (json, sink) => {
      const value = readVector(json, vector.element);
      if (value.length !== vector.dimension)
        throw illegalArgument(words.mismatch(value.length, sink));
      checkLength(vector, value, words);
      if (stored) storeValue(spec, json, sink);
      sink.add({ kind: 'vector', spec, value });
    },
    termQuery: () => {
      throw new ApiError(
        'query_shard_exception',
        `Field [${path}] of type [${typeName}] doesn't support term queries`,
      );
    },
  });
}

/** Reads an array of numbers; errors name the invalid value. */
export function readVector(json: JsonValue, element: VectorElement): VectorValues {
  if (!isJsonArray(json)) {
    throw illegalArgument(`a vector must be an array of numbers, but was [${shownJson(json)}]`);
  }
  const vector = element === 'float' ? new Float32Array(json.length) : new Int8Array(json.length);
  json.forEach((value, i) => {
    const number = typeof value === 'string' ? numberOf(value) : Number(value);
    if (typeof value === 'object' || typeof value === 'boolean' || Number.isNaN(number)) {
      throw illegalArgument(
        `a vector must consist of numbers, but its value [${i}] is [${shownJson(value)}]`,
      );
    }
    if (element === 'byte') checkByte(number);
    else if (!Number.isFinite(Math.fround(number))) {
      throw illegalArgument('KNN vector values cannot be infinity');
    }
    vector[i] = number;
  });
  return vector;
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function shownJson(json: JsonValue): string {
  return typeof json === 'object' && json !== null ? 'an object' : String(json);
}

const BYTE_FIELD =
  '[data_type] field was set as [byte] in index mapping. But, KNN vector values are';

function checkByte(number: number): void {
  if (!Number.isInteger(number)) {
    throw illegalArgument(`${BYTE_FIELD} floats instead of byte integers`);
  }
  if (number < -128 || number > 127) {
    throw illegalArgument(`${BYTE_FIELD} not within in the byte range [-128, 127]`);
  }
}

/** Tolerance of the squared length of a vector that must have length 1. */
const LENGTH_TOLERANCE = 1e-3;

function checkLength(spec: VectorSpec, value: VectorValues, words: VectorWords): void {
  if (spec.space !== 'cosine' && spec.space !== 'dot') return;
  const length = squaredLength(value);
  if (spec.space === 'cosine' && length === 0) throw illegalArgument(words.noLength(value));
  if (spec.space !== 'dot' || spec.element === 'byte') return;
  if (Math.abs(length - 1) > LENGTH_TOLERANCE) throw illegalArgument(words.notOfLengthOne(value));
}

/** The first components, for messages. */
export function previewOf(vector: VectorValues): string {
  const shown = Array.from(vector.subarray(0, 5), (value) =>
    vector instanceof Int8Array ? String(value) : float32Text(value),
  );
  return `[${shown.join(', ')}${vector.length > 5 ? ', ...' : ''}]`;
}
