/**
 * An index as one caller sees it: a search environment with visible segments and a visible mapping.
 * It is cached per index version and visibility, so that the queries of a role run once per
 * segment, not once per request.
 */
import { isJsonObject, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { IndexMapping } from '@skein/mapping';
import { createSearcher, type SegmentReader } from '@skein/search_library';
import type { ExecutionEnvironment, IndexContext } from '../execution/environment.js';
import { interruptionCheck } from '../execution/interruption.js';
import { queryShardContext } from '../execution/shard_context.js';
import { parseQuery } from '../queries/parse_query.js';
import type { QueryNode } from '../queries/query_node.js';
import { needsOf } from '../queries/visit_queries.js';
import { type Visibility, VisibleFields } from './visibility.js';
import { visibleDocs, visibleWeight } from './visible_docs.js';
import { VisibleMapping } from './visible_mapping.js';
import { VisibleSegment } from './visible_segment.js';

/**
 * The number cached per index; the least recently used one is evicted first. Each takes one bit per
 * document.
 */
const MOST_KEPT = 32;

interface VisibleIndex {
  readonly context: IndexContext;
  readonly fields: VisibleFields | undefined;
  readonly queries: readonly QueryNode[] | undefined;
  /**
   * The time of the requests for which the queries' matches hold; `undefined` if a document matches
   * always or never.
   */
  readonly atMs: number | undefined;
  readonly segments: WeakMap<SegmentReader, SegmentReader>;
}

/** Caches per index version: each version has its own context. */
const kept = new WeakMap<IndexContext, Map<string, VisibleIndex>>();

/** `visibility` is `undefined` for callers who see everything. */
export function visibleEnvironment(
  environment: ExecutionEnvironment,
  visibility: Visibility | undefined,
  nowMs: number,
): ExecutionEnvironment {
  if (visibility === undefined) return environment;
  const index = visibleIndex(environment.index, visibility, nowMs);
  const { snapshotVersion } = environment.reader;
  const segments = visibleSegments(index, environment, nowMs);
  const reader = { snapshotVersion, segments };
  const hidesDocuments = visibility.queries !== undefined;
  return { ...environment, index: index.context, reader, point: undefined, hidesDocuments };
}

function visibleIndex(context: IndexContext, visibility: Visibility, nowMs: number): VisibleIndex {
  const known = kept.get(context) ?? new Map<string, VisibleIndex>();
  kept.set(context, known);
  const key = JSON.stringify([visibility.queries, visibility.fields]);
  const found = known.get(key);
  const index =
    found === undefined || (found.atMs ?? nowMs) !== nowMs
      ? makeVisible(context, visibility, nowMs)
      : found;
  known.delete(key);
  known.set(key, index);
  const [oldest] = known.keys();
  if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
  return index;
}

function makeVisible(
  context: IndexContext,
  { queries, fields: grants }: Visibility,
  nowMs: number,
): VisibleIndex {
  const fields = grants && new VisibleFields(grants);
  const nodes = queries?.map(queryOf);
  const documents = context.mapping instanceof IndexMapping ? context.mapping : undefined;
  return {
    fields,
    context: fields
      ? { ...context, documents, mapping: new VisibleMapping(context.mapping, fields) }
      : context,
    queries: nodes,
    atMs: nodes && mayChange(nodes) ? nowMs : undefined,
    segments: new WeakMap(),
  };
}

/** True if a document that stays the same may match at one time only. */
function mayChange(queries: readonly QueryNode[]): boolean {
  const { now, otherDocuments } = needsOf(queries);
  return now || otherDocuments;
}

function queryOf(text: string): QueryNode {
  const json = parseJson(text);
  if (isJsonObject(json)) return parseQuery(json);
  throw new ApiError('security_exception', 'the query of a role is no query', { status: 403 });
}

/** The role's queries themselves see everything: they are bound to the unrestricted index. */
function visibleSegments(
  { fields, queries, segments }: VisibleIndex,
  environment: ExecutionEnvironment,
  nowMs: number,
): readonly SegmentReader[] {
  const { reader, index, scripts, kernels } = environment;
  if (reader.segments.every((segment) => segments.has(segment))) {
    return reader.segments.flatMap((segment) => segments.get(segment) ?? []);
  }
  const context = queryShardContext(index, scripts, nowMs);
  const searcher = createSearcher(reader.segments, {
    checkCancelled: interruptionCheck(environment, undefined),
    kernels,
  });
  const weight = queries && visibleWeight(queries, searcher, context);
  return reader.segments.map((segment) => {
    const known = segments.get(segment);
    if (known !== undefined) return known;
    const docs = weight
      ? visibleDocs(segment, weight, index.mapping.hasNested)
      : { words: segment.liveDocs, count: segment.liveCount, hidesLive: false };
    const visible = new VisibleSegment(segment, { docs, fields });
    segments.set(segment, visible);
    return visible;
  });
}
