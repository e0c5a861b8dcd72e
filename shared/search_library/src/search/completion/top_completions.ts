/**
 * The best completions of all segments, each document once, like Lucene's TopSuggestDocsCollector
 * with OpenSearch's groups of contexts.
 */
import { PriorityQueue } from '@skein/base';
import { hasBit } from '../../codec/bit_set.js';
import type { SegmentReader } from '../../index/segment_reader.js';
import type { IndexSearcher } from '../index_searcher.js';
import { BestCompletions, type FoundCompletion } from './best_completions.js';
import { completionStarts, type QueriedContext } from './completion_starts.js';
import type { PrefixAutomaton } from './prefix_automaton.js';

export interface CompletionQuery {
  readonly field: string;
  readonly automaton: PrefixAutomaton;
  /** Absent: keys have no contexts. */
  readonly contexts: readonly QueriedContext[] | undefined;
  readonly size: number;
  /** Keeps only the best of completions with the same visible form. */
  readonly skipDuplicates: boolean;
}

export interface TopCompletion {
  /** The document's number across all segments. */
  readonly doc: number;
  readonly surface: string;
  readonly score: number;
  /** The contexts of the document's matching keys, as they stand in keys. */
  readonly contexts: readonly string[];
}

type SearchedSegments = Pick<IndexSearcher, 'segments' | 'docBases' | 'checkCancelled'>;

/** The best completions first; equal scores are ordered by visible form, then by document. */
export function topCompletions(
  searcher: SearchedSegments,
  query: CompletionQuery,
): readonly TopCompletion[] {
  const contexts = new Map<number, string[]>();
  const found: (readonly Scored[])[] = [];
  let queue = newQueue(query);
  searcher.segments.forEach((segment, i) => {
    if (segment.liveCount === 0) return;
    collect(segment, query, { searcher, docBase: searcher.docBases[i], contexts, queue });
    if (!query.skipDuplicates) return;
    found.push(queue.drain());
    queue = newQueue(query);
  });
  const best = query.skipDuplicates ? withoutDuplicates(found.flat(), query.size) : queue.drain();
  return best.map((one) => ({ ...one, contexts: contexts.get(one.doc) ?? [] }));
}

interface Scored {
  readonly doc: number;
  readonly surface: string;
  readonly score: number;
}

function newQueue({ size }: CompletionQuery): PriorityQueue<Scored> {
  return new PriorityQueue<Scored>(size, (a, b) => compare(a, b) > 0);
}

function compare(a: Scored, b: Scored): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.surface !== b.surface) return a.surface < b.surface ? -1 : 1;
  return a.doc - b.doc;
}

interface Collecting {
  readonly searcher: SearchedSegments;
  readonly docBase: number;
  readonly contexts: Map<number, string[]>;
  readonly queue: PriorityQueue<Scored>;
}

function collect(
  segment: SegmentReader,
  { field, automaton, contexts: wanted, size, skipDuplicates }: CompletionQuery,
  { searcher, docBase, contexts, queue }: Collecting,
): void {
  const tree = segment.completions?.(field);
  if (tree === undefined) return;
  const starts = completionStarts(tree, automaton, wanted);
  const best = new BestCompletions(tree, starts, searcher.checkCancelled);
  const { liveDocs } = segment;
  const isLive = (doc: number): boolean => liveDocs === null || hasBit(liveDocs, doc);
  const seen = skipDuplicates ? new Set<string>() : undefined;
  for (let left = size * starts.length; left > 0; ) {
    const next = best.next(isLive);
    if (next === undefined) return;
    if (seen?.has(next.surface)) continue;
    seen?.add(next.surface);
    if (!keep(next, docBase, { contexts, queue })) return;
    left--;
  }
}

/**
 * Keeps a completion; true if other completions of the segment may still be kept although they are
 * no better.
 */
function keep(
  { doc: local, surface, score, context }: FoundCompletion,
  docBase: number,
  { contexts, queue }: Pick<Collecting, 'contexts' | 'queue'>,
): boolean {
  const doc = docBase + local;
  const known = contexts.get(doc);
  const own = known ?? [];
  if (known === undefined) contexts.set(doc, own);
  if (context !== undefined) own.push(context);
  return known !== undefined || queue.offer({ doc, surface, score });
}

function withoutDuplicates(found: readonly Scored[], size: number): readonly Scored[] {
  const seen = new Set<string>();
  const best: Scored[] = [];
  for (const one of [...found].sort(compare)) {
    if (best.length === size) break;
    if (seen.has(one.surface)) continue;
    seen.add(one.surface);
    best.push(one);
  }
  return best;
}
