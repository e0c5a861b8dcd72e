/**
 * Documents of a `percolate` query, in an in-memory index on which stored queries are run. Only
 * stored queries with a key that one of the documents has are examined.
 */
import { encodeJson, type JsonObject, parseJson } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { type IndexMapping, parseDocument } from '@skein/mapping';
import {
  bm25,
  createSearcher,
  hasBit,
  type IndexSearcher,
  IndexWriter,
  MemoryDirectory,
  NO_MORE_DOCS,
  openSegments,
  type Query,
  type ScoredDocs,
  SEQ_NO_FIELD,
  type SegmentReader,
  type Similarity,
} from '@skein/search_library';
import { sourceValues } from '../fetch/source_values.js';
import { bindQuery } from '../queries/bind_query.js';
import { wholeDocuments } from '../queries/nested_path.js';
import type {
  PercolatedDocuments,
  PercolatedMatches,
  QueryShardContext,
} from '../queries/query_shard_context.js';
import { ANY_DOCUMENT, keyOf } from './query_keys.js';

/** The id of a percolated document, also in messages. */
const DOCUMENT_ID = '_temp_id';

/**
 * OpenSearch percolates with BM25 without its constant factor, regardless of the field's
 * similarity.
 */
const BM25 = bm25();
const CONSTANT_FACTOR = 2.2;
const SIMILARITY: Similarity = {
  scorer: (boost, field, terms) => BM25.scorer(boost / CONSTANT_FACTOR, field, terms),
};

export interface PercolationOptions {
  /** The field that contains the stored queries. */
  readonly field: string;
  readonly documents: readonly JsonObject[];
  readonly name: string | undefined;
  readonly context: QueryShardContext;
}

export class Percolation implements PercolatedDocuments {
  readonly name: string | undefined;
  readonly count: number;
  readonly searcher: IndexSearcher;
  readonly #field: string;
  readonly #context: QueryShardContext;
  readonly #keys: readonly Uint8Array[];

  constructor({ field, documents, name, context }: PercolationOptions) {
    this.name = name;
    this.#field = field;
    this.count = documents.length;
    this.#context = context;
    const segments = segmentsOf(documents, context);
    this.searcher = createSearcher(segments, { similarity: () => SIMILARITY });
    this.#keys = [ANY_DOCUMENT, ...segments.flatMap(keysOf)];
  }

  /** Finds the stored queries of a segment that match, each with the score of its best document. */
  find(segment: SegmentReader, { checkCancelled }: IndexSearcher): ScoredDocs {
    const docs: number[] = [];
    const scores: number[] = [];
    for (const doc of candidates(segment, this.#field, this.#keys)) {
      checkCancelled();
      const query = this.#stored(segment, doc);
      if (query === undefined) throw notStored(segment, doc);
      const [best] = this.searcher.topDocs(query, { size: 1, totalHitsThreshold: 0 }).hits;
      if (best === undefined) continue;
      docs.push(doc);
      scores.push(best.score);
    }
    return { docs: Uint32Array.from(docs), scores: Float32Array.from(scores) };
  }

  matches(segment: SegmentReader, doc: number): PercolatedMatches | undefined {
    const query = this.#stored(segment, doc);
    if (query === undefined) return undefined;
    const options = { size: this.count, totalHitsThreshold: this.count };
    const documents = this.searcher
      .topDocs(query, options)
      .hits.map((hit) => {
        const place = this.searcher.locate(hit.doc);
        return { doc: hit.doc, slot: slotOf(place) };
      })
      .sort((a, b) => a.slot - b.slot);
    return { query, documents };
  }

  #stored(segment: SegmentReader, doc: number): Query | undefined {
    const { source } = segment.stored(doc);
    const [json] = source ? sourceValues(parseJson(source), this.#field) : [];
    if (json === undefined) return undefined;
    const context = {
      ...this.#context,
      namedQueries: new Map(),
      innerHits: [],
      percolations: [],
      nestedPath: undefined,
    };
    return wholeDocuments(bindQuery(context.parseQuery(json), context), context);
  }
}

function notStored(segment: SegmentReader, doc: number): ApiError {
  const { id } = segment.stored(doc);
  return new ApiError('query_shard_exception', `the query of document [${id}] is not stored`);
}

/** The position of a document among those of the query. */
function slotOf({ segment, doc }: { readonly segment: SegmentReader; readonly doc: number }) {
  return segment.numbers(SEQ_NO_FIELD)?.value(doc, 0) ?? 0;
}

/**
 * Indexes all documents in one segment; the sequence number of each is its position. They have one
 * id, so that no stored query of ids finds them by their position.
 */
function segmentsOf(
  documents: readonly JsonObject[],
  context: QueryShardContext,
): readonly SegmentReader[] {
  const mapping = context.documents;
  if (mapping === undefined) {
    throw new ApiError('illegal_state_exception', 'documents cannot be read here');
  }
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory, {});
  documents.forEach((document, slot) => {
    const { fields, nested, stored } = parsed(document, mapping, context);
    writer.addDocument({ fields, nested, stored, version: 1, seqNo: slot, primaryTerm: 1 });
  });
  writer.refresh();
  return openSegments(writer.snapshot(), directory);
}

function parsed(document: JsonObject, mapping: IndexMapping, { nowMs }: QueryShardContext) {
  const clock = { nowMs: () => nowMs, monotonicMs: () => 0 };
  try {
    const meta = { id: DOCUMENT_ID, routing: undefined };
    return parseDocument(mapping, encodeJson(document), meta, clock);
  } catch (thrown) {
    const cause = asApiError(thrown);
    throw new ApiError('query_shard_exception', `failed to create query: ${cause.reason}`, {
      cause,
      rootCauses: [cause],
    });
  }
}

function keysOf(segment: SegmentReader): Uint8Array[] {
  const keys: Uint8Array[] = [];
  for (const { name } of segment.fields()) {
    const terms = segment.terms(name);
    for (let ordinal = 0; terms !== undefined && ordinal < terms.size; ordinal++) {
      keys.push(keyOf({ field: name, term: terms.term(ordinal) }));
    }
  }
  return keys;
}

/** Live documents that have one of the keys, in ascending order. */
function candidates(
  segment: SegmentReader,
  field: string,
  keys: readonly Uint8Array[],
): readonly number[] {
  const terms = segment.terms(field);
  if (terms === undefined) return [];
  const found = new Set<number>();
  for (const key of keys) {
    const ordinal = terms.find(key);
    if (ordinal < 0) continue;
    const postings = terms.postings(ordinal, 'docs');
    for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
      found.add(doc);
    }
  }
  const { liveDocs } = segment;
  const isLive = (doc: number) => liveDocs === null || hasBit(liveDocs, doc);
  return [...found].filter(isLive).sort((a, b) => a - b);
}
