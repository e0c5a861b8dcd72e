/**
 * `knn_vector`: OpenSearch's vectors. With `index.knn` they get a graph; otherwise searches scan
 * all of them.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { GraphOptions, VectorSpace } from '@skein/search_library';
import type { FieldTypeContext, FieldTypeDefinition } from './field_type.js';
import { meta, type Parameter, storeFlag } from './parameter.js';
import type { ParameterValues } from './parameter_values.js';
import { previewOf, vectorField } from './vector_field.js';

const MAX_DIMENSION = 16_000;
const SPACES: Readonly<Record<string, VectorSpace>> = {
  l2: 'l2',
  cosinesimil: 'cosine',
  innerproduct: 'inner_product',
};
/** All names select the single implementation. */
const ENGINES: ReadonlySet<string> = new Set(['lucene', 'faiss', 'nmslib']);
/** Upper bounds of `m` and `ef_construction`. */
const MAX_M = 512;
const MAX_EF_CONSTRUCTION = 10_000;

const dimension: Parameter = {
  name: 'dimension',
  default: null,
  updatable: false,
  parse: (value, { path }) => {
    const isWritten = typeof value === 'string' && /^[+-]?\d+$/.test(value);
    const number = isWritten || typeof value === 'number' ? Number(value) : Number.NaN;
    if (!Number.isInteger(number)) {
      throw illegal(
        `Unable to parse [dimension] from provided value [${String(value)}] for vector [${leafOf(path)}]`,
      );
    }
    if (number <= 0) {
      throw illegal(`Dimension value must be greater than 0 for vector: ${leafOf(path)}`);
    }
    if (number > MAX_DIMENSION) {
      throw illegal(
        `Dimension value cannot be greater than ${MAX_DIMENSION} for vector: ${leafOf(path)}`,
      );
    }
    return number;
  },
};

const dataType: Parameter = {
  name: 'data_type',
  default: 'float',
  updatable: false,
  explicit: true,
  parse: (value) => {
    const text = String(value).toLowerCase();
    if (text === 'float' || text === 'byte') return text;
    throw illegal(
      `Invalid value provided for [data_type] field. Supported values are [byte, float], but got [${String(value)}]`,
    );
  },
};

const spaceType: Parameter = {
  name: 'space_type',
  default: null,
  updatable: false,
  parse: (value) => {
    spaceOf(value);
    return value;
  },
};

const method: Parameter = {
  name: 'method',
  default: null,
  updatable: false,
  explicit: true,
  parse: (value, { path }) => {
    if (!isJsonObject(value))
      throw illegal(`Unable to parse mapping into KNNMethodContext. [${leafOf(path)}]`);
    checkMethod(value);
    return value;
  },
};

export const knnVector: FieldTypeDefinition = {
  name: 'knn_vector',
  parameters: [dimension, dataType, spaceType, method, storeFlag, meta],
  build: (path, values, context) => {
    const size = values.get('dimension');
    if (size === null) throw illegal(`Dimension value missing for vector: ${leafOf(path)}`);
    const given = values.get('method');
    const options = isJsonObject(given) ? given : {};
    const space = fieldSpace(values, options, context);
    return vectorField({
      path,
      typeName: 'knn_vector',
      stored: values.flag('store'),
      vector: {
        dimension: Number(size),
        space: spaceOf(space),
        element: values.text('data_type') === 'byte' ? 'byte' : 'float',
        graph: context.settings.get('index.knn') === 'true' ? graphOf(options, context) : undefined,
      },
      words: {
        mismatch: (length) => `Vector dimension mismatch. Expected: ${size}, Given: ${length}`,
        noLength: () => `zero vector is not supported when space type is [${space}]`,
        notOfLengthOne: (vector) => `vector [${previewOf(vector)}] is not of length 1`,
      },
    });
  },
};

function checkMethod(options: JsonObject): void {
  for (const [key, value = null] of Object.entries(options)) {
    if (key === 'name') {
      if (value !== 'hnsw') throw illegal(`Invalid method name: ${String(value)}`);
    } else if (key === 'space_type') spaceOf(value);
    else if (key === 'engine') {
      if (!ENGINES.has(String(value).toLowerCase()))
        throw illegal(`Invalid engine type: ${String(value)}`);
    } else if (key === 'parameters') {
      if (!isJsonObject(value))
        throw illegal('Unable to parse parameters for main method component');
      checkMethodParameters(value);
    } else throw illegal(`Invalid parameter for method: ${key}`);
  }
  if (options.name === undefined) throw illegal('[name] must be set for a method');
}

function checkMethodParameters(parameters: JsonObject): void {
  const limits: Readonly<Record<string, number>> = {
    m: MAX_M,
    ef_construction: MAX_EF_CONSTRUCTION,
    ef_search: MAX_EF_CONSTRUCTION,
  };
  for (const [key, value] of Object.entries(parameters)) {
    const limit = Object.hasOwn(limits, key) ? limits[key] : undefined;
    if (limit === undefined) throw illegal(`Invalid parameter for method "hnsw": ${key}`);
    const least = key === 'm' ? 2 : 1;
    if (Number.isInteger(value) && Number(value) >= least && Number(value) <= limit) continue;
    throw illegal(
      `Parameter [${key}] of method [hnsw] must be an integer from [${least}] to [${limit}], but was [${String(value)}]`,
    );
  }
}

/** The space of the method, else of the field, else of the index, else `l2`. */
function fieldSpace(
  values: ParameterValues,
  options: JsonObject,
  { settings }: FieldTypeContext,
): string {
  const own = values.text('space_type');
  const inMethod = options.space_type === undefined ? undefined : String(options.space_type);
  if (own !== undefined && inMethod !== undefined && own !== inMethod) {
    throw illegal(`Cannot specify conflicting space types: "[${inMethod}]" "[${own}]"`);
  }
  const space = own ?? inMethod ?? settings.get('index.knn.space_type') ?? 'l2';
  spaceOf(space);
  return space;
}

function spaceOf(value: JsonValue): VectorSpace {
  const space = Object.hasOwn(SPACES, String(value)) ? SPACES[String(value)] : undefined;
  if (space) return space;
  throw illegal(
    `[space_type] value [${String(value)}] is not supported: it must be one of [${Object.keys(SPACES).join(', ')}]`,
  );
}

function graphOf(options: JsonObject, { settings }: FieldTypeContext): GraphOptions {
  const given: JsonObject = isJsonObject(options.parameters) ? options.parameters : {};
  const pick = (key: string, fallback: string): number =>
    Number(given[key] ?? settings.get(`index.knn.algo_param.${key}`) ?? fallback);
  return { m: pick('m', '16'), efConstruction: pick('ef_construction', '100') };
}

function leafOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function illegal(reason: string): ApiError {
  return new ApiError('mapper_parsing_exception', reason);
}
