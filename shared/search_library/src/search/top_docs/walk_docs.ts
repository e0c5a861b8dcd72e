/**
 * Iterates over the live matches of a query in batches, for visitors that need documents but no
 * scores. They process arrays of documents in their own loops, and tell which stretches of a
 * segment cannot matter.
 */
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import { requestWords } from '../../memory/request_arrays.js';
import { keepPresent } from '../columns/slot_range.js';
import type { IndexSearcher } from '../index_searcher.js';
import { drain } from '../iterators/drain.js';
import { collectByKernel } from '../kernels/run_kernel.js';
import type { Weight } from '../query.js';
import type { Scorer } from '../scorer.js';

export const BATCH_DOCS = 1024;

export interface DocsVisitor {
  /** True if the visitor may skip many documents, so that finding them beforehand may be wasted. */
  readonly passesOver?: boolean;
  /**
   * True if the visitor wants matches of a segment; called before they are computed. Absent: of
   * every segment.
   */
  wants?(reader: SegmentReader, docBase: number): boolean;
  /** Called before the first document of a segment with about `matches` matches. */
  segment(reader: SegmentReader, docBase: number, matches: number): void;
  /** The first document from `doc` on that may matter, `NO_MORE_DOCS` when none does. */
  next(doc: number): number;
  /** End of the stretch from `doc` on for which `next` need not be called again. */
  stretchEnd(doc: number): number;
  /**
   * Visits live matches of the segment, ascending; it may overwrite the array. Returns false to end
   * the search.
   */
  visit(docs: Uint32Array, count: number): boolean;
}

/** Visits all segments; false when the visitor ended the search. */
export function walkDocs(searcher: IndexSearcher, weight: Weight, visitor: DocsVisitor): boolean {
  const docs = requestWords(BATCH_DOCS);
  for (let i = 0; i < searcher.segments.length; i++) {
    searcher.checkCancelled();
    const segment = searcher.segments[i];
    const docBase = searcher.docBases[i];
    if (visitor.wants?.(segment, docBase) === false) continue;
    const byKernel = walkByKernel(searcher, weight, { segment, docBase }, visitor);
    if (byKernel === 'ended') return false;
    if (byKernel === 'done') continue;
    const scorer = weight.scorerSupplier(segment)?.get(Number.POSITIVE_INFINITY);
    if (scorer === undefined) continue;
    visitor.segment(segment, docBase, scorer.cost());
    const walk = { searcher, live: segment.liveDocs, scorer, docs };
    if (!walkSegmentDocs(walk, visitor)) return false;
  }
  return true;
}

interface PlacedSegment {
  readonly segment: SegmentReader;
  readonly docBase: number;
}

/** Returned to the kernel when the visitor wants no more documents of this segment, or of any. */
const NO_MORE = -1;
const ENDED = -2;

function walkByKernel(
  { kernelSearch }: IndexSearcher,
  weight: Weight,
  { segment, docBase }: PlacedSegment,
  visitor: DocsVisitor,
): 'done' | 'ended' | 'undone' {
  if (kernelSearch === undefined) return 'undone';
  let ended = false;
  const wantedFrom = (doc: number): number => {
    const wanted = visitor.next(doc);
    return wanted === NO_MORE_DOCS ? NO_MORE : wanted;
  };
  const done = collectByKernel(kernelSearch, weight, segment, {
    passesOver: visitor.passesOver === true,
    begin(matches) {
      visitor.segment(segment, docBase, matches);
      return wantedFrom(0);
    },
    take(found, count) {
      // Visiting the found documents is cheaper than skipping them.
      ended = !visitor.visit(found, count);
      return ended ? ENDED : wantedFrom(found[count - 1] + 1);
    },
  });
  if (!done) return 'undone';
  return ended ? 'ended' : 'done';
}

interface SegmentWalk {
  readonly searcher: IndexSearcher;
  readonly live: Uint32Array | null;
  readonly scorer: Scorer;
  readonly docs: Uint32Array;
}

/** Does the same for one segment, which the visitor knows already. */
export function walkSegmentDocs(walk: SegmentWalk, visitor: Omit<DocsVisitor, 'segment'>): boolean {
  const { searcher, live, scorer, docs } = walk;
  let sinceCheck = 0;
  let doc = scorer.nextDoc();
  while (doc !== NO_MORE_DOCS) {
    const wanted = visitor.next(doc);
    if (wanted === NO_MORE_DOCS) return true;
    if (wanted > doc) {
      doc = scorer.advance(wanted);
      continue;
    }
    const end = visitor.stretchEnd(doc);
    const count = drain(scorer, docs, end);
    const kept = live === null ? count : keepPresent(live, docs, count);
    if (kept > 0 && !visitor.visit(docs, kept)) return false;
    doc = scorer.docId();
    sinceCheck += count + 1;
    if (sinceCheck >= BATCH_DOCS) {
      searcher.checkCancelled();
      sinceCheck = 0;
    }
  }
  return true;
}
