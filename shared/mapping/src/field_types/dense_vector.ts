/** `dense_vector`: Elasticsearch's vectors. */
import { expectDefined } from '@skein/base';
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { GraphOptions, VectorSpace } from '@skein/search_library';
import type { FieldTypeDefinition } from './field_type.js';
import { flag, meta, oneOf, type Parameter } from './parameter.js';
import { previewOf, vectorField } from './vector_field.js';

const MAX_DIMS = 4096;
const SPACES: Readonly<Record<string, VectorSpace>> = {
  cosine: 'cosine',
  l2_norm: 'l2',
  dot_product: 'dot',
  max_inner_product: 'inner_product',
};
/**
 * Types with a graph. The graph is always traversed with bytes, and results are scored with the
 * original vectors.
 */
const GRAPH_TYPES: ReadonlySet<string> = new Set(['hnsw', 'int8_hnsw']);
const FLAT_TYPES: ReadonlySet<string> = new Set(['flat', 'int8_flat']);
const DEFAULT_M = 16;
const DEFAULT_EF_CONSTRUCTION = 100;
const MAX_M = 512;
const MAX_EF_CONSTRUCTION = 3200;

const dims: Parameter = {
  name: 'dims',
  default: null,
  updatable: false,
  explicit: true,
  parse: (value, { path }) => {
    const isNumber = typeof value === 'number' || typeof value === 'string';
    const number = isNumber ? Number(value) : Number.NaN;
    if (Number.isInteger(number) && number >= 1 && number <= MAX_DIMS) return number;
    throw mappingError(
      `The number of dimensions should be in the range [1, ${MAX_DIMS}] but was [${String(value)}] for field [${path}]`,
    );
  },
};

const indexOptions: Parameter = {
  name: 'index_options',
  default: null,
  updatable: false,
  explicit: true,
  acceptsNull: true,
  parse: (value, { path }) => {
    if (value !== null) checkIndexOptions(value, path);
    return value;
  },
};

export const denseVector: FieldTypeDefinition = {
  name: 'dense_vector',
  parameters: [
    dims,
    oneOf('element_type', ['float', 'byte'], { fallback: 'float', explicit: true }),
    flag('index', true, { explicit: true }),
    oneOf('similarity', Object.keys(SPACES), { fallback: 'cosine', explicit: true }),
    indexOptions,
    meta,
  ],
  build: (path, values) => {
    const size = values.get('dims');
    if (size === null) throw mappingError(`Missing required parameter [dims] for field [${path}]`);
    const indexed = values.flag('index');
    if (!indexed && (values.isConfigured('similarity') || values.isConfigured('index_options'))) {
      const which = values.isConfigured('similarity') ? 'similarity' : 'index_options';
      throw mappingError(
        `Field [${which}] can only be specified for a field of type [dense_vector] when it is indexed`,
      );
    }
    const similarity = values.text('similarity') ?? 'cosine';
    return vectorField({
      path,
      typeName: 'dense_vector',
      stored: false,
      vector: {
        dimension: Number(size),
        space: expectDefined(SPACES[similarity], 'similarities are checked when parsed'),
        element: values.text('element_type') === 'byte' ? 'byte' : 'float',
        graph: indexed ? graphOf(values.get('index_options')) : undefined,
      },
      words: {
        mismatch: (length, { document }) =>
          `The [dense_vector] field [${path}] in doc [document with id '${document.id}'] has a different number of dimensions [${length}] than defined in the mapping [${size}]`,
        noLength: (vector) =>
          `The [${similarity}] similarity does not support vectors with zero magnitude. Preview of invalid vector: ${previewOf(vector)}`,
        notOfLengthOne: (vector) =>
          `The [${similarity}] similarity can only be used with unit-length vectors. Preview of invalid vector: ${previewOf(vector)}`,
      },
    });
  },
};

function checkIndexOptions(value: JsonValue, path: string): void {
  if (!isJsonObject(value))
    throw mappingError(`[index_options] of field [${path}] must be an object`);
  const type = value.type ?? null;
  if (type === null) throw mappingError('[index_options] requires field [type] to be configured');
  const isGraph = GRAPH_TYPES.has(String(type));
  if (!isGraph && !FLAT_TYPES.has(String(type))) {
    throw mappingError(
      `Unsupported vector index options type [${String(type)}] for field [${path}]`,
    );
  }
  const limits: Readonly<Record<string, number>> = isGraph
    ? { m: MAX_M, ef_construction: MAX_EF_CONSTRUCTION }
    : {};
  for (const [key, given] of Object.entries(value)) {
    if (key === 'type') continue;
    const limit = Object.hasOwn(limits, key) ? limits[key] : undefined;
    if (limit === undefined) {
      throw mappingError(
        `Mapping definition for [${path}] has unsupported parameters:  [${key} : ${String(given)}]`,
      );
    }
    if (Number.isInteger(given) && Number(given) >= 2 && Number(given) <= limit) continue;
    throw mappingError(
      `[${key}] of field [${path}] must be an integer from [2] to [${limit}], but was [${String(given)}]`,
    );
  }
}

function graphOf(options: JsonValue): GraphOptions | undefined {
  const given: JsonObject = isJsonObject(options) ? options : { type: 'int8_hnsw' };
  if (FLAT_TYPES.has(String(given.type))) return undefined;
  return {
    m: Number(given.m ?? DEFAULT_M),
    efConstruction: Number(given.ef_construction ?? DEFAULT_EF_CONSTRUCTION),
  };
}

function mappingError(reason: string): ApiError {
  return new ApiError('mapper_parsing_exception', reason);
}
