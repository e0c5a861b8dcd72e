/**
 * Matches documents whose vectors are nearest to a given one: the `k` best of the whole searcher,
 * or all that score at least a minimum. A filter restricts the documents before the nearest are
 * searched.
 */

import type { SegmentReader, VectorColumn } from '../../index/segment_reader.js';
import { takeMemory } from '../../memory/request_memory.js';
import { nearest } from '../../vectors/nearest.js';
import { scanAll } from '../../vectors/scan.js';
import type { VectorLane } from '../../vectors/vector_lane.js';
import type { VectorValues } from '../../vectors/vector_spec.js';
import type { IndexSearcher } from '../index_searcher.js';
import { countBits, hasBit, newBitSet, setBit } from '../iterators/bit_set.js';
import { matchingDocs } from '../matching_docs.js';
import type { Query } from '../query.js';
import { type ScoredDocs, scoredDocsWeight } from '../scored_docs_weight.js';

export interface KnnOptions {
  readonly field: string;
  /** A vector of the field's dimension and element type. */
  readonly vector: VectorValues;
  readonly filter?: Query | undefined;
}

export interface NearestOptions extends KnnOptions {
  readonly k: number;
  /** Candidates to find in each segment. More candidates cost time and give better recall. */
  readonly candidates: number;
  /** Hits with a lower score are left out. */
  readonly minScore?: number | undefined;
}

export function knnQuery(options: NearestOptions): Query {
  const { field, k, filter } = options;
  const query: Query = {
    kind: 'knn',
    ...(filter && { children: [filter] }),
    marks: () => [],
    toString: () => `KnnVectorQuery:${field}[${options.vector[0]},...][${k}]`,
    rewrite: () => query,
    createWeight: (searcher, _needsScores, boost) =>
      scoredDocsWeight(nearestDocs(searcher, options), boost),
  };
  return query;
}

export function vectorThresholdQuery(options: KnnOptions, minScore: number): Query {
  const { field, filter } = options;
  const query: Query = {
    kind: 'vector_threshold',
    ...(filter && { children: [filter] }),
    marks: () => [],
    toString: () => `VectorSimilarityQuery[field=${field}, minScore=${minScore}]`,
    rewrite: () => query,
    createWeight: (searcher, _needsScores, boost) =>
      scoredDocsWeight(docsAbove(searcher, options, minScore), boost),
  };
  return query;
}

/** Approximate measured bytes of a near vector with its document. */
const NEAR_BYTES = 100;

interface NearDoc {
  readonly segment: SegmentReader;
  readonly doc: number;
  readonly score: number;
}

function nearestDocs(
  searcher: IndexSearcher,
  options: NearestOptions,
): Map<SegmentReader, ScoredDocs> {
  const accept = acceptance(searcher, options.filter);
  const found: NearDoc[] = [];
  for (const segment of searcher.segments) {
    const column = segment.vectors(options.field);
    if (column === undefined) continue;
    const { accepted, acceptedCount } = accept(segment, column);
    if (acceptedCount === 0) continue;
    takeMemory((options.k + options.candidates) * NEAR_BYTES, '<knn>');
    const nodes = nearest(column, {
      query: options.vector,
      k: options.k,
      candidates: options.candidates,
      accepted,
      acceptedCount,
      minScore: Number.NEGATIVE_INFINITY,
      lane: laneOver(searcher, segment),
      check: searcher.checkCancelled,
    });
    for (const { node, score } of nodes) found.push({ segment, doc: column.docOf(node), score });
  }
  // The sort is stable: among equal scores, documents of earlier segments come first.
  found.sort((a, b) => b.score - a.score);
  const { k, minScore = 0 } = options;
  return bySegment(found.slice(0, k).filter(({ score }) => score >= minScore));
}

function docsAbove(
  searcher: IndexSearcher,
  { field, vector, filter }: KnnOptions,
  minScore: number,
): Map<SegmentReader, ScoredDocs> {
  const accept = acceptance(searcher, filter);
  const found: NearDoc[] = [];
  for (const segment of searcher.segments) {
    const column = segment.vectors(field);
    if (column === undefined) continue;
    const { accepted } = accept(segment, column);
    const near = scanAll(column, {
      query: vector,
      minScore,
      accepted,
      lane: laneOver(searcher, segment),
      check: searcher.checkCancelled,
    });
    takeMemory(near.length * NEAR_BYTES, '<knn>');
    for (const { node, score } of near) found.push({ segment, doc: column.docOf(node), score });
  }
  return bySegment(found);
}

function bySegment(found: readonly NearDoc[]): Map<SegmentReader, ScoredDocs> {
  const groups = new Map<SegmentReader, NearDoc[]>();
  for (const one of found) {
    const group = groups.get(one.segment) ?? [];
    groups.set(one.segment, group);
    group.push(one);
  }
  const docs = new Map<SegmentReader, ScoredDocs>();
  for (const [segment, group] of groups) {
    group.sort((a, b) => a.doc - b.doc);
    docs.set(segment, {
      docs: Uint32Array.from(group, ({ doc }) => doc),
      scores: Float32Array.from(group, ({ score }) => score),
    });
  }
  return docs;
}

/**
 * The thread's kernels over the segment's arena. Their lane of scratch memory is free, since the
 * thread runs no other search meanwhile.
 */
function laneOver(
  { kernelSearch }: IndexSearcher,
  { memory }: SegmentReader,
): VectorLane | undefined {
  if (kernelSearch === undefined || memory === undefined) return undefined;
  const { kernels } = kernelSearch;
  return { functions: kernels.over(memory), buffer: memory.buffer, start: kernels.lane };
}

interface Acceptance {
  /** The accepted vectors by node; `undefined`: all. */
  readonly accepted: Uint32Array | undefined;
  readonly acceptedCount: number;
}

/** Determines which vectors of a segment belong to live documents that match the filter. */
function acceptance(searcher: IndexSearcher, filter: Query | undefined) {
  const weight = filter && searcher.weight(filter, false);
  return (segment: SegmentReader, column: VectorColumn): Acceptance => {
    const docs = weight ? matchingDocs(weight, segment) : segment.liveDocs;
    if (docs === null) return { accepted: undefined, acceptedCount: column.count };
    if (column.count === segment.maxDoc) return { accepted: docs, acceptedCount: countBits(docs) };
    const accepted = newBitSet(column.count);
    let acceptedCount = 0;
    for (let node = 0; node < column.count; node++) {
      if (!hasBit(docs, column.docOf(node))) continue;
      setBit(accepted, node);
      acceptedCount++;
    }
    return { accepted, acceptedCount };
  };
}
