/**
 * Indexes the keys by which the stored queries of a document are found, and refuses invalid
 * queries.
 */
import { type JsonValue, parseJson } from '@skein/content';
import { ApiError, asApiError, illegalArgument } from '@skein/errors';
import type { IndexMapping } from '@skein/mapping';
import type { ScriptService } from '@skein/script';
import { type IndexedField, requiredTerms } from '@skein/search_library';
import type { IndexContext } from '../execution/environment.js';
import type { SearchMapping } from '../execution/search_mapping.js';
import { queryShardContext } from '../execution/shard_context.js';
import { sourceValues } from '../fetch/source_values.js';
import { bindQuery } from '../queries/bind_query.js';
import { parseQuery } from '../queries/parse_query.js';
import type { QueryNode } from '../queries/query_node.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { findQuery } from '../queries/visit_queries.js';
import { ANY_DOCUMENT, keyOf, NO_DOCUMENT } from './query_keys.js';

interface IndexingContext {
  readonly index: Omit<IndexContext, 'mapping'> & { readonly mapping: IndexMapping };
  readonly scripts: ScriptService;
  readonly nowMs: number;
}

/** Paths of the percolator fields, by mapping. */
const pathsOf = new WeakMap<IndexMapping, readonly string[]>();

export function percolatorFields(
  source: Uint8Array,
  { index, scripts, nowMs }: IndexingContext,
): readonly IndexedField[] {
  const { mapping } = index;
  const paths = percolatorPaths(mapping);
  if (paths.length === 0) return [];
  try {
    const json = parseJson(source);
    const context = queryShardContext(index, scripts, nowMs);
    const strict = { ...context, mapping: onlyMapped(mapping) };
    return paths.flatMap((path) => queryFields(path, json, { mapping, context: strict }));
  } catch (thrown) {
    throw refused(asApiError(thrown));
  }
}

function percolatorPaths(mapping: IndexMapping): readonly string[] {
  const known = pathsOf.get(mapping);
  if (known !== undefined) return known;
  const paths = mapping
    .fieldNames()
    .filter((name) => mapping.field(name)?.holdsQueries)
    .filter((name) => mapping.field(name)?.name === name);
  pathsOf.set(mapping, paths);
  return paths;
}

interface Indexing {
  readonly mapping: IndexMapping;
  readonly context: QueryShardContext;
}

function queryFields(
  path: string,
  source: JsonValue,
  { mapping, context }: Indexing,
): readonly IndexedField[] {
  const spec = mapping.field(path)?.spec;
  const queries = sourceValues(source, path);
  const [query] = queries;
  if (spec === undefined || query === undefined) return [];
  if (queries.length > 1) throw illegalArgument('a document can only contain one percolator query');
  if (!mapping.sourceEnabled) {
    throw illegalArgument(`the query of field [${path}] cannot be kept: [_source] is disabled`);
  }
  return keysOf(query, context).map((value) => ({ kind: 'term', spec, value }));
}

function keysOf(query: JsonValue, context: QueryShardContext): readonly Uint8Array[] {
  const node = parseQuery(query);
  refuseUnsupported(node);
  const terms = requiredTerms(bindQuery(node, context));
  if (terms === undefined) return [ANY_DOCUMENT];
  return terms.length === 0 ? [NO_DOCUMENT] : terms.map(keyOf);
}

/** Refuses queries that depend on other documents than the percolated one. */
function refuseUnsupported(query: QueryNode): void {
  const looksUp = findQuery(query, ({ documents }) => documents.length > 0);
  if (looksUp !== undefined) {
    const what = `the [${looksUp.kind}] query with a lookup`;
    throw illegalArgument(`${what} is unsupported inside a percolator query`);
  }
  const looksAround = findQuery(query, ({ otherDocuments }) => otherDocuments);
  if (looksAround === undefined) return;
  throw illegalArgument(`the [${looksAround.kind}] query is unsupported inside a percolator query`);
}

/** A mapping that refuses unmapped fields: in a stored query they are an error. */
function onlyMapped(mapping: IndexMapping): SearchMapping {
  return {
    derived: mapping.derived,
    runtime: mapping.runtime,
    hasNested: mapping.hasNested,
    joinField: mapping.joinField,
    sourceEnabled: mapping.sourceEnabled,
    existsFields: (pattern) => mapping.existsFields(pattern),
    field: (name) => {
      const field = mapping.field(name);
      if (field !== undefined || mapping.hasObject(name)) return field;
      throw new ApiError(
        'query_shard_exception',
        `No field mapping can be found for the field with name [${name}]`,
      );
    },
    fieldNames: () => mapping.fieldNames(),
    hasObject: (path) => mapping.hasObject(path),
    isNested: (path) => mapping.isNested(path),
    matching: (pattern) => mapping.matching(pattern),
    nestedAround: (path) => mapping.nestedAround(path),
    similarity: (field) => mapping.similarity(field),
  };
}

/**
 * Errors of the query itself are root causes; any other is reported as a document that cannot be
 * parsed.
 */
function refused(cause: ApiError): ApiError {
  const isQueryFault = cause.type === 'parsing_exception' || cause.type === 'query_shard_exception';
  return new ApiError('mapper_parsing_exception', 'failed to parse', {
    cause,
    ...(isQueryFault ? { rootCauses: [cause] } : {}),
  });
}
