/**
 * `_termvectors` on one shard: the terms of a document's fields with positions and statistics. If
 * the field stores term vectors, the terms come from them; otherwise the document is analysed
 * again, which gives the same terms. Statistics are those of the shard's point in time.
 */
import type { Analyzer } from '@skein/analysis';
import { PriorityQueue } from '@skein/base';
import { compareBytes, utf8 } from '@skein/bytes';
import { encodeJson, float32, type JsonObject, type JsonValue, parseJson } from '@skein/content';
import type { MappedField } from '@skein/mapping';
import { createSearcher, type IndexSearcher } from '@skein/search_library';
import { textsOf } from '../queries/like_words.js';
import { namedAnalyzer, type QueryShardContext } from '../queries/query_shard_context.js';
import type { TermVectorsFilter } from '../request/parse_term_vectors.js';
import type { ShardTermVectorsRequest, ShardTermVectorsResult } from '../shard_messages.js';
import { indexedTerm } from '../text/indexed_term.js';
import type { ExecutionEnvironment } from './environment.js';
import { interruptionCheck } from './interruption.js';
import { queryShardContext } from './shard_context.js';
import {
  addPlace,
  type IndexedDocument,
  indexedDocument,
  keptPlaces,
  type TermPlace,
  type TermPlaces,
} from './term_places.js';

export function termVectors(
  request: ShardTermVectorsRequest,
  environment: ExecutionEnvironment,
): ShardTermVectorsResult {
  const shard = queryShardContext(environment.index, environment.scripts, request.nowMs);
  const searcher = createSearcher(environment.reader.segments, {
    checkCancelled: interruptionCheck(environment, undefined),
  });
  const source = parseJson(request.source);
  const indexed = request.document && indexedDocument(request.document, searcher, shard);
  const shown: [string, JsonObject][] = [];
  for (const field of fieldsOf(request, shard)) {
    const places = placesOf(field, source, { request, shard, indexed });
    if (places.size === 0) continue;
    shown.push([field.name, fieldJson(field, places, { request, searcher })]);
  }
  return { vectors: Uint8Array.from(encodeJson(Object.fromEntries(shown))) };
}

function fieldsOf(
  { options, isArtificial }: ShardTermVectorsRequest,
  { mapping }: QueryShardContext,
): readonly MappedField[] {
  const fields = options.fields?.length === 0 ? undefined : options.fields;
  const names = fields ?? ['*'];
  const found = new Set(names.flatMap((name) => mapping.matching(name)));
  return [...found].filter((field) => {
    if (!field.isText && !field.likeWords) return false;
    return fields !== undefined || isArtificial || field.termVector !== 'no';
  });
}

interface Reading {
  readonly request: ShardTermVectorsRequest;
  readonly shard: QueryShardContext;
  readonly indexed: IndexedDocument | undefined;
}

function placesOf(
  field: MappedField,
  source: JsonValue,
  { request, shard, indexed }: Reading,
): TermPlaces {
  const chosen = request.options.perFieldAnalyzer[field.name];
  const kept = chosen === undefined && indexed && keptPlaces(field.name, indexed);
  if (kept) return kept;
  const analyzer =
    chosen === undefined ? field.indexAnalyzer : namedAnalyzer(shard, 'termvectors', chosen);
  const texts = textsOf(source, field);
  return analyzer === undefined ? wholeValues(field, texts) : analysed(analyzer, texts);
}

function analysed(analyzer: Analyzer, texts: readonly string[]): TermPlaces {
  const places: TermPlaces = new Map();
  let position = -1;
  let offset = 0;
  for (const text of texts) {
    const { tokens, trailingIncrement, finalOffset } = analyzer.analyze(text);
    for (const token of tokens) {
      position = Math.max(0, position + token.positionIncrement);
      addPlace(places, token.term, {
        position,
        startOffset: offset + token.startOffset,
        endOffset: offset + token.endOffset,
      });
    }
    position += trailingIncrement + analyzer.positionIncrementGap;
    offset += finalOffset + analyzer.offsetGap;
  }
  return places;
}

/** The terms of a keyword field: each value is a term, normalised by the field. */
function wholeValues(field: MappedField, texts: readonly string[]): TermPlaces {
  const places: TermPlaces = new Map();
  let offset = 0;
  texts.forEach((text, position) => {
    const term = indexedTerm(field, text);
    if (term === undefined) return;
    addPlace(places, term, { position, startOffset: offset, endOffset: offset + term.length });
    offset += term.length + 1;
  });
  return places;
}

interface Showing {
  readonly request: ShardTermVectorsRequest;
  readonly searcher: IndexSearcher;
}

function fieldJson(field: MappedField, places: TermPlaces, { request, searcher }: Showing) {
  const { options } = request;
  const statistics = searcher.fieldStatistics(field.spec.name);
  const kept = keptDetail(field, request);
  const sorted = [...places.keys()].sort(byBytes);
  const { filter } = options;
  const scores = filter && bestTerms(field, places, { filter, searcher, terms: sorted });
  const terms: [string, JsonObject][] = [];
  for (const term of sorted) {
    const score = scores?.get(term);
    if (scores !== undefined && score === undefined) continue;
    const { docFreq, totalTermFreq } = searcher.termStatistics(field.spec.name, utf8(term));
    const known = options.termStatistics && docFreq > 0;
    const own = places.get(term) ?? [];
    const tokens = own.map((place) => placeJson(place, kept));
    terms.push([
      term,
      {
        ...(known ? { doc_freq: docFreq, ttf: totalTermFreq } : {}),
        term_freq: own.length,
        ...(kept.positions || kept.offsets ? { tokens } : {}),
        ...(score === undefined ? {} : { score: float32(score) }),
      },
    ]);
  }
  return {
    ...(options.fieldStatistics
      ? {
          field_statistics: {
            sum_doc_freq: statistics.sumDocFreq,
            doc_count: statistics.docCount,
            sum_ttf: statistics.sumTotalTermFreq,
          },
        }
      : {}),
    terms: Object.fromEntries(terms),
  };
}

interface KeptDetail {
  readonly positions: boolean;
  readonly offsets: boolean;
}

/**
 * A field with term vectors shows the details it stores. For a field without, or with another
 * analyzer, all requested details are computed.
 */
function keptDetail(field: MappedField, request: ShardTermVectorsRequest): KeptDetail {
  const { positions, offsets, perFieldAnalyzer } = request.options;
  const { termVector } = field;
  const isMade =
    termVector === 'no' || request.isArtificial || perFieldAnalyzer[field.name] !== undefined;
  return {
    positions: positions && (isMade || termVector.includes('positions')),
    offsets: offsets && (isMade || termVector.includes('offsets')),
  };
}

function placeJson({ position, startOffset, endOffset }: TermPlace, kept: KeptDetail): JsonObject {
  return {
    ...(kept.positions ? { position } : {}),
    ...(kept.offsets ? { start_offset: startOffset, end_offset: endOffset } : {}),
  };
}

interface Filtering {
  readonly filter: TermVectorsFilter;
  readonly searcher: IndexSearcher;
  /** All terms, ascending. */
  readonly terms: readonly string[];
}

/**
 * The most characteristic terms of the document with their scores: frequent in the document, rare
 * in the shard. Of equal scores the queue decides, as in OpenSearch, which offers it the terms in
 * the same order.
 */
function bestTerms(
  field: MappedField,
  places: TermPlaces,
  { filter, searcher, terms }: Filtering,
): ReadonlyMap<string, number> {
  const { docCount } = searcher.fieldStatistics(field.spec.name);
  const best = new PriorityQueue<readonly [term: string, score: number]>(
    filter.maxNumTerms,
    (a, b) => a[1] < b[1],
  );
  for (const term of terms) {
    const termFreq = places.get(term)?.length ?? 0;
    const { docFreq } = searcher.termStatistics(field.spec.name, utf8(term));
    if (!passes(filter, term, { termFreq, docFreq })) continue;
    const idf = Math.fround(Math.log((docCount + 1) / (docFreq + 1)) + 1);
    best.offer([term, Math.fround(termFreq * idf)]);
  }
  return new Map(best.drain());
}

function passes(
  filter: TermVectorsFilter,
  term: string,
  { termFreq, docFreq }: { readonly termFreq: number; readonly docFreq: number },
): boolean {
  const { maxWordLength } = filter;
  if (term.length < filter.minWordLength) return false;
  if (maxWordLength > 0 && term.length > maxWordLength) return false;
  if (termFreq < filter.minTermFreq || termFreq > filter.maxTermFreq) return false;
  return docFreq > 0 && docFreq >= filter.minDocFreq && docFreq <= filter.maxDocFreq;
}

function byBytes(a: string, b: string): number {
  return compareBytes(utf8(a), utf8(b));
}
