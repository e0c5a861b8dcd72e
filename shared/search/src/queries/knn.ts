/**
 * `knn`: the nearest vectors. OpenSearch's form is `{"knn": {"<field>": {"vector": …, "k": …}}}`,
 * Elasticsearch's is `{"knn": {"field": "<field>", "query_vector": …}}`.
 */

import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { type MappedField, readVector } from '@skein/mapping';
import {
  knnQuery,
  matchNoneQuery,
  type Query,
  scoreOfDistance,
  type VectorSpec,
  type VectorValues,
  vectorThresholdQuery,
} from '@skein/search_library';
import { bindQuery } from './bind_query.js';
import { allOf } from './bool.js';
import { parseClauses } from './clauses.js';
import { AS_VALUE, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import type { KnnParams } from './knn_params.js';
import { floatOf, integerOf, textOf } from './options.js';
import type { QueryNode } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, type QueryType } from './query_type.js';

/** The maximum of `k` and of the number of candidates, as in OpenSearch and Elasticsearch. */
const MAX_K = 10_000;
const DEFAULT_EF_SEARCH = '100';

const EMPTY: Omit<KnnParams, 'field' | 'typeName'> = {
  vector: null,
  k: undefined,
  candidates: undefined,
  oversampling: undefined,
  minScore: undefined,
  maxDistance: undefined,
  similarity: undefined,
  filter: undefined,
  ignoreUnmapped: false,
};

export const knn: QueryType<KnnParams> = {
  name: 'knn',
  parse(body, context) {
    return typeof body.field === 'string'
      ? parseElasticsearchKnn(body, context)
      : parseOpenSearchKnn(body, context);
  },
  children: ({ filter }) => (filter ? [filter] : []),
  withChildren: (params, [filter]) => ({ ...params, filter }),
  needs: () => HEAVY,
  bind: bindKnn,
};

function parseOpenSearchKnn(body: JsonObject, context: QueryParseContext) {
  const outer: Record<string, JsonValue> = {};
  let field: string | undefined;
  let inner: JsonObject = {};
  for (const [key, json = null] of Object.entries(body)) {
    if (!isJsonObject(json)) {
      outer[key] = json;
      continue;
    }
    if (field !== undefined) {
      const reason = `[knn] query doesn't support multiple fields, found [${field}] and [${key}]`;
      throw parsingError(context, reason, body);
    }
    field = key;
    inner = json;
  }
  if (field === undefined) throw illegalArgument('[knn] requires fieldName');
  const params: Draft<KnnParams> = { ...EMPTY, field, typeName: 'knn_vector' };
  const header = readOptions(
    { query: 'knn', options: { ...outer, ...inner }, context, manners: AS_VALUE },
    {
      vector: (json) => {
        params.vector = json;
      },
      k: (json) => {
        params.k = countOf('k', json);
      },
      min_score: intoDraft(params, 'minScore', floatOf),
      max_distance: intoDraft(params, 'maxDistance', floatOf),
      filter: intoDraft(params, 'filter', (json) => context.parse(json)),
      ignore_unmapped: (json) => {
        params.ignoreUnmapped = json === true || json === 'true';
      },
      method_parameters: intoDraft(params, 'candidates', (json) => methodParameters(json, context)),
      rescore: intoDraft(params, 'oversampling', (json) => oversamplingOf(json, context)),
    },
  );
  const given = [params.k, params.minScore, params.maxDistance].filter((one) => one !== undefined);
  if (given.length !== 1) {
    throw illegalArgument('[knn] requires exactly one of k, distance or score to be set');
  }
  return { params, ...header };
}

function methodParameters(json: JsonValue, context: QueryParseContext): number | undefined {
  if (!isJsonObject(json))
    throw parsingError(context, '[method_parameters] must be an object', json);
  let candidates: number | undefined;
  for (const [key, value = null] of Object.entries(json)) {
    if (key !== 'ef_search')
      throw illegalArgument(`Invalid method parameter [${key}] found in [knn] query`);
    candidates = countOf('ef_search', value);
  }
  return candidates;
}

/** Results are always scored by the full vectors; the option only requests more candidates. */
function oversamplingOf(json: JsonValue, context: QueryParseContext): number | undefined {
  if (typeof json === 'boolean') return undefined;
  if (!isJsonObject(json)) throw parsingError(context, '[rescore] must be an object', json);
  for (const key of Object.keys(json)) {
    if (key !== 'oversample_factor')
      throw parsingError(context, `[rescore] unknown field [${key}]`, json);
  }
  const factor = floatOf(json.oversample_factor ?? 1);
  if (factor >= 1 && factor <= 100) return factor;
  throw illegalArgument(`Oversample factor [${factor}] must be between [1.0] and [100.0]`);
}

/**
 * Parses the form of Elasticsearch; the `knn` section of a search body has the same options. `k`
 * defaults to the number of hits requested.
 */
function parseElasticsearchKnn(body: JsonObject, context: QueryParseContext) {
  const params: Draft<KnnParams> = {
    ...EMPTY,
    field: textOf(body.field ?? null),
    typeName: 'dense_vector',
  };
  const header = readOptions(
    { query: 'knn', options: body, context, manners: AS_VALUE },
    {
      field: () => undefined,
      query_vector: (json) => {
        params.vector = json;
      },
      k: (json) => {
        params.k = countOf('k', json);
      },
      num_candidates: (json) => {
        params.candidates = countOf('num_candidates', json);
      },
      similarity: intoDraft(params, 'similarity', floatOf),
      filter: intoDraft(params, 'filter', (json) => filterOf(json, context)),
    },
  );
  if (params.vector === null) throw illegalArgument('[knn] requires [query_vector]');
  const { k, candidates } = params;
  if (k !== undefined && candidates !== undefined && candidates < k) {
    throw illegalArgument(`[num_candidates] cannot be less than [k]`);
  }
  return { params, ...header };
}

/** A list of filters: all of them must match. */
function filterOf(json: JsonValue, context: QueryParseContext): QueryNode | undefined {
  if (!isJsonArray(json)) return context.parse(json);
  return json.length === 0 ? undefined : allOf([], { filter: parseClauses(json, context) });
}

function countOf(name: string, json: JsonValue): number {
  const count = integerOf(json);
  if (count < 1) throw illegalArgument(`[${name}] must be greater than 0`);
  if (count > MAX_K) throw illegalArgument(`[${name}] cannot exceed [${MAX_K}]`);
  return count;
}

function bindKnn(params: KnnParams, shard: QueryShardContext): Query {
  const mapped = shard.mapping.field(params.field);
  if (mapped === undefined && (params.ignoreUnmapped || params.typeName === 'dense_vector')) {
    return matchNoneQuery(`unmapped field [${params.field}]`);
  }
  const { field, spec } = vectorOf(mapped, params);
  const vector = queryVector(params, spec);
  const filter = params.filter && bindQuery(params.filter, shard);
  const minScore = minimumOf(params, spec);
  if (params.k === undefined && minScore !== undefined && params.similarity === undefined) {
    return vectorThresholdQuery({ field, vector, filter }, minScore);
  }
  // Elasticsearch's query without `k` returns all of its candidates.
  const k = params.k ?? params.candidates ?? DEFAULT_K;
  const candidates = Math.max(k, candidatesOf(params, k, shard));
  return knnQuery({ field, vector, filter, k, candidates, minScore });
}

const DEFAULT_K = 10;

function candidatesOf(params: KnnParams, k: number, { settings }: QueryShardContext): number {
  if (params.candidates !== undefined) return params.candidates;
  if (params.oversampling !== undefined) return Math.ceil(k * params.oversampling);
  if (params.typeName === 'dense_vector') return Math.min(MAX_K, Math.ceil(k * 1.5));
  return Number(settings.get('index.knn.algo_param.ef_search') ?? DEFAULT_EF_SEARCH);
}

/** The name of the indexed field, and its vectors. */
function vectorOf(
  mapped: MappedField | undefined,
  { field, typeName }: KnnParams,
): { readonly field: string; readonly spec: VectorSpec } {
  if (mapped?.spec.vector !== undefined) {
    return { field: mapped.spec.name, spec: mapped.spec.vector };
  }
  throw illegalArgument(
    typeName === 'knn_vector'
      ? `Field '${field}' is not knn_vector type.`
      : `[knn] queries are only supported on [dense_vector] fields`,
  );
}

function queryVector({ vector: json, field }: KnnParams, spec: VectorSpec): VectorValues {
  if (isJsonArray(json) && json.length === 0) throw illegalArgument('[knn] query vector is empty');
  if (json === null) throw illegalArgument('[knn] requires query vector');
  const vector = readVector(json, spec.element);
  if (vector.length === spec.dimension) {
    const isZero = spec.space === 'cosine' && vector.every((value) => value === 0);
    if (!isZero) return vector;
    throw illegalArgument(
      `zero vector is not supported when space type of field [${field}] is cosine`,
    );
  }
  throw illegalArgument(
    `Query vector has invalid dimension: ${vector.length}. Dimension should be: ${spec.dimension}`,
  );
}

/** The lowest score a hit may have. */
function minimumOf({ minScore, maxDistance, similarity }: KnnParams, spec: VectorSpec) {
  if (minScore !== undefined) return minScore;
  if (maxDistance !== undefined) return scoreOfDistance(spec, maxDistance);
  if (similarity === undefined) return undefined;
  if (spec.space === 'l2') return scoreOfDistance(spec, similarity * similarity);
  return scoreOfDistance(spec, spec.space === 'cosine' ? 1 - similarity : -similarity);
}
