/**
 * An in-memory index for tests: adds documents, runs both phases and returns their hits, with the
 * real library and mapping.
 */

import type { TakesSegment } from '@skein/aggregations';
import { buildAnalysis } from '@skein/analysis';
import type { Clock } from '@skein/base';
import { decodePlain, encodePlain, utf8Decode } from '@skein/bytes';
import {
  encodeJson,
  isJsonObject,
  JsonBuffer,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '@skein/content';
import { IndexMapping, indexSort, parseDocument } from '@skein/mapping';
import { ScriptService } from '@skein/script';
import {
  endRequestArrays,
  enterRequestArrays,
  IndexWriter,
  type Kernels,
  letGoOfParts,
  MemoryDirectory,
  openSegments,
  RequestArrays,
  type SegmentReader,
} from '@skein/search_library';
import { canMatchShard } from '../execution/can_match_shard.js';
import type { ExecutionEnvironment } from '../execution/environment.js';
import { executeFetchPhase } from '../execution/fetch_phase.js';
import { listTerms } from '../execution/list_terms.js';
import { executeSearch, helpSearch } from '../execution/search_call.js';
import type { ShareSegments } from '../execution/segment_help.js';
import { termVectors } from '../execution/term_vectors.js';
import { validateQuery } from '../execution/validate_query.js';
import { percolatorFields } from '../percolator/index_queries.js';
import { type PackedPlan, packPlan, unpackPlan } from '../plan/packed_plan.js';
import { PlanCache } from '../plan/plan_cache.js';
import { planOf, type SearchPlan } from '../plan/search_plan.js';
import { parseQuery } from '../queries/parse_query.js';
import { mergeQueryResults } from '../reduce/merge_query_results.js';
import { parseSearchRequest } from '../request/parse_search_request.js';
import { parseTermVectors } from '../request/parse_term_vectors.js';
import type { SearchUrlParams } from '../request/url_params.js';
import type { ShardTermsRequest } from '../shard_messages.js';
import { hitAt, type ShardQueryResult, type ShardSearchCall } from '../shard_messages.js';
import type { Visibility } from '../visibility/visibility.js';
import { visibleEnvironment } from '../visibility/visible_index.js';
import { TEST_ANALYSIS } from './test_analysis.js';

const NOW_MS = Date.UTC(2024, 5, 15);
const STILL: Clock = { nowMs: () => NOW_MS, monotonicMs: () => 0 };

export interface TestIndexOptions {
  readonly mapping: JsonObject;
  readonly settings?: Readonly<Record<string, string>>;
  readonly documents: readonly JsonObject[];
  /** Documents per segment; 3 if absent. */
  readonly segmentDocs?: number;
  /** The routing of all documents; absent if they have none. */
  readonly routing?: string;
  /** The clock; if absent, time stands still. */
  readonly clock?: Clock;
  /** The part of the index that the caller may see; everything if absent. */
  readonly visibility?: Visibility | undefined;
  /** Absent to run without kernels. */
  readonly kernels?: Kernels;
}

export interface TestAnswer {
  readonly total: number | undefined;
  readonly maxScore: number;
  readonly hits: readonly JsonObject[];
  readonly ids: readonly string[];
}

/** The document of the term vectors, if any. */
export interface TermVectorsOf {
  readonly isArtificial?: boolean;
  readonly document?: { readonly id: string; readonly seqNo: number };
}

function callOf(
  body: Uint8Array,
  url: SearchUrlParams,
  nowMs: number,
  totalHitsAsInt = false,
): ShardSearchCall {
  const search = { body, isYaml: false, url, totalHitsAsInt };
  const render = { startMs: 0, totalHitsAsInt };
  return { search, aliasFilter: undefined, nowMs, fetch: true, render };
}

/**
 * Runs a search as the threads of a node do, which then let go of all parts of segments and use the
 * arrays of the search again.
 */
function letsGo<T>(search: () => T): T {
  try {
    return search();
  } finally {
    letGoOfParts();
    endRequestArrays();
  }
}

// The size does not matter: a small array which something keeps is overwritten too.
enterRequestArrays(new RequestArrays(1));

/** An index whose documents have the ids 1, 2, …; by default every third begins a new segment. */
export class TestIndex {
  readonly #environment: ExecutionEnvironment;

  constructor({
    mapping,
    settings = {},
    documents,
    segmentDocs = 3,
    clock = STILL,
    routing,
    visibility,
    kernels,
  }: TestIndexOptions) {
    const flat = new Map(Object.entries(settings));
    const hasAnalysis = Object.keys(settings).some((key) => key.startsWith('index.analysis.'));
    const analysis = hasAnalysis ? buildAnalysis(flat) : TEST_ANALYSIS;
    const parsed = IndexMapping.parse(mapping, { settings: flat, analysis });
    const index = { index: 'test', mapping: parsed, analysis, settings: flat };
    const scripts = new ScriptService(clock);
    const directory = new MemoryDirectory();
    const writer = IndexWriter.open(directory, { sort: indexSort(flat, parsed) });
    documents.forEach((document, i) => {
      const meta = { id: String(i + 1), routing };
      const source = new TextEncoder().encode(stringifyJson(document));
      const { fields, nested, stored } = parseDocument(parsed, source, meta, clock);
      const queries = percolatorFields(source, { index, scripts, nowMs: NOW_MS });
      const all = [...fields, ...queries];
      writer.addDocument({ fields: all, nested, stored, version: 1, seqNo: i, primaryTerm: 1 });
      if ((i + 1) % segmentDocs === 0) writer.refresh();
    });
    writer.refresh();
    const snapshot = writer.snapshot();
    const everything = {
      reader: { snapshotVersion: snapshot.version, segments: openSegments(snapshot, directory) },
      index,
      clock,
      scripts,
      plans: new PlanCache(),
      point: {},
      kernels,
    };
    this.#environment = visibleEnvironment(everything, visibility, NOW_MS);
  }

  get segments(): readonly SegmentReader[] {
    return this.#environment.reader.segments;
  }

  search(body: JsonObject, url: SearchUrlParams = {}): TestAnswer {
    // The plan as a shard of another node receives it.
    const packed = packPlan(planOf(parseSearchRequest(body, url)));
    const plan = unpackPlan(decodePlain(encodePlain(packed)) as PackedPlan);
    const { request } = plan;
    const common = { plan, aliasFilter: undefined, nowMs: NOW_MS };
    const result = this.#found(plan);
    const merged = mergeQueryResults(request, [{ shardIndex: 0, result }]);
    const { snapshotVersion } = result;
    const hits = merged.hits.map((each) => each.hit);
    const fetched = executeFetchPhase({ ...common, snapshotVersion, hits }, this.#environment);
    const json = fetched.ends.map((_, i) => parseJson(hitAt(fetched, i))).filter(isJsonObject);
    this.#checkOneShard(body, url, json);
    return {
      total: merged.total?.value,
      maxScore: merged.maxScore,
      hits: json,
      ids: json.map((hit) => String(hit._id)),
    };
  }

  /** A shard's results for aggregations, as received over the network. */
  part(body: JsonObject, url: SearchUrlParams = {}): readonly unknown[] {
    const plan = planOf(parseSearchRequest(body, url));
    const { aggregations = [] } = this.#found(plan);
    return decodePlain(encodePlain(aggregations)) as readonly unknown[];
  }

  /** The term vectors of a document with the given source. */
  termVectors(
    source: JsonObject,
    options: JsonObject,
    { isArtificial = false, document }: TermVectorsOf = {},
  ): JsonValue {
    const request = {
      source: encodeJson(source),
      isArtificial,
      document,
      options: parseTermVectors(options, { index: 'i', id: '1' }),
      nowMs: NOW_MS,
    };
    return parseJson(termVectors(request, this.#environment).vectors);
  }

  /** The response of a single shard, from bytes to bytes; a text if it is an error. */
  answer(body: JsonObject, url: SearchUrlParams = {}, nowMs = NOW_MS): JsonObject | string {
    return this.answerTo(encodeJson(body), url, nowMs);
  }

  /** The response of a single shard to a search with `rest_total_hits_as_int`. */
  answerWithIntTotals(body: JsonObject): JsonObject | string {
    return this.#answered(callOf(encodeJson(body), {}, NOW_MS, true), this.#environment);
  }

  /** The text of the response of a single shard, which shows the form of its numbers. */
  answerText(body: JsonObject): string {
    const buffer = new JsonBuffer();
    const call = callOf(encodeJson(body), {}, NOW_MS);
    const answer = letsGo(() => executeSearch(call, this.#environment, { buffer }));
    if (answer.kind !== 'rendered') throw new Error(`the response is [${answer.kind}]`);
    return utf8Decode(answer.bytes);
  }

  /** True if the request cache may keep the response. */
  keeps(body: JsonObject): boolean {
    const work = { buffer: new JsonBuffer() };
    const call = callOf(encodeJson(body), {}, NOW_MS);
    const answer = letsGo(() => executeSearch(call, this.#environment, work));
    return answer.kind === 'rendered' && answer.kept;
  }

  /** The response to a body whose numbers are written in a particular form. */
  answerTo(body: Uint8Array, url: SearchUrlParams = {}, nowMs = NOW_MS): JsonObject | string {
    return this.#answered(callOf(body, url, nowMs), this.#environment);
  }

  /**
   * Responds as if another thread had processed some of the segments; `undefined` if sharing is not
   * allowed.
   */
  answerHelped(body: JsonObject, takes: TakesSegment): JsonObject | string | undefined {
    const call = callOf(encodeJson(body), {}, NOW_MS);
    let isShared = false;
    const share: ShareSegments = ({ isMergeable }) => {
      isShared = isMergeable();
      if (!isShared) return undefined;
      const elsewhere = { ...this.#environment, plans: undefined, point: undefined };
      const { parts, timedOut } = helpSearch(call, elsewhere, takes);
      const sent = { parts: decodePlain(encodePlain(parts)) as readonly unknown[], timedOut };
      return { takes: (segment) => !takes(segment), join: () => [sent], end: () => undefined };
    };
    const answer = this.#answered(call, { ...this.#environment, share });
    return isShared ? answer : undefined;
  }

  #answered(call: ShardSearchCall, environment: ExecutionEnvironment): JsonObject | string {
    const buffer = new JsonBuffer();
    const answer = letsGo(() => executeSearch(call, environment, { buffer }));
    if (answer.kind === 'malformed') return `${answer.error.type}: ${answer.error.reason}`;
    if (answer.kind !== 'rendered') return answer.kind;
    const json = parseJson(answer.bytes);
    return isJsonObject(json) ? json : 'no object';
  }

  /** The groups of a page that its only shard fetches, as the coordinating node knows them. */
  groupsOfPage(body: JsonObject): readonly unknown[] {
    const plan = planOf(parseSearchRequest(body, {}));
    const parts = [{ shardIndex: 0, result: this.#found(plan, true) }];
    return mergeQueryResults(plan.request, parts).hits.map(({ hit }) => hit.group);
  }

  #found(plan: SearchPlan, fetch = false): ShardQueryResult {
    const common = { aliasFilter: undefined, nowMs: NOW_MS, fetch, render: undefined };
    const work = { buffer: new JsonBuffer() };
    const reply = letsGo(() => executeSearch({ ...common, search: plan }, this.#environment, work));
    if (reply.kind !== 'found') throw new Error(`a plan is [${reply.kind}]`);
    return reply.result;
  }

  /**
   * Checks that both ways of executing a request return the same hits, and so does a prepared one:
   * the third run uses what the second has cached.
   */
  #checkOneShard(body: JsonObject, url: SearchUrlParams, hits: readonly JsonObject[]): void {
    const phases = stringifyJson(hits);
    for (const time of ['the first', 'the second', 'the third']) {
      const answer = this.answer(body, url);
      if (typeof answer === 'string') return;
      const shown = isJsonObject(answer.hits) ? (answer.hits.hits ?? null) : null;
      const alone = stringifyJson(shown);
      if (alone === phases) continue;
      throw new Error(`one shard alone shows ${alone} ${time} time, phases ${phases}`);
    }
  }

  canMatch(query: JsonObject): boolean {
    return canMatchShard({ query: parseQuery(query), nowMs: NOW_MS }, this.#environment).canMatch;
  }

  /** The terms that a shard suggests for a prefix. */
  listTerms(request: Pick<ShardTermsRequest, 'field'> & Partial<ShardTermsRequest>): string[] {
    const defaults = { string: '', size: 10, caseInsensitive: false, after: undefined };
    const others = { filter: undefined, aliasFilter: undefined, timeoutMs: 1000, nowMs: NOW_MS };
    const { terms } = listTerms({ ...defaults, ...others, ...request }, this.#environment);
    return terms.map((term) => utf8Decode(term));
  }

  /** The query as `_validate/query` with `rewrite` shows it. */
  rewritten(query: JsonObject): string {
    const request = { query: parseQuery(query), nowMs: NOW_MS, rewrite: true };
    return validateQuery(request, this.#environment).query;
  }

  /** Ids of the documents that match, in id order. */
  matches(query: JsonObject): readonly string[] {
    return [...this.search({ query, size: 100 }).ids].sort((a, b) => Number(a) - Number(b));
  }
}
