/** The matches of a query among the nested documents of one document, for inner hits. */

import { expectDefined } from '@skein/base';
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import { explainWeight } from '../explain/explain_weight.js';
import { hasBit, nextSetBit } from '../iterators/bit_set.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import type { Scorer } from '../scorer.js';
import { type BlockLevel, levelDocs } from './block_level.js';
import { previousSetBit } from './previous_set_bit.js';

export interface BlockPlace {
  readonly segment: SegmentReader;
  /** Number of the outer document in the segment. */
  readonly doc: number;
  /** Level of the outer document. */
  readonly parent: BlockLevel;
  /** Level of the matching documents. */
  readonly path: string;
}

export function inBlockQuery(inner: Query, place: BlockPlace): Query {
  const query: Query = {
    kind: 'in_block',
    children: [inner],
    toString: () => String(inner),
    rewrite(searcher) {
      const rewritten = searcher.rewrite(inner);
      return rewritten === inner ? query : inBlockQuery(rewritten, place);
    },
    createWeight: (searcher, needsScores, boost) =>
      inBlockWeight(inner, searcher.createWeight(inner, needsScores, boost), place),
  };
  return query;
}

function inBlockWeight(inner: Query, weight: Weight, place: BlockPlace): Weight {
  const { doc, parent, path } = place;
  return {
    scorerSupplier(segment): ScorerSupplier | null {
      if (segment !== place.segment) return null;
      const parents = levelDocs(segment, parent);
      const docs = levelDocs(segment, path);
      const supplier = weight.scorerSupplier(segment);
      if (supplier === null || parents === null || docs === null) return null;
      const first = previousSetBit(parents, doc - 1) + 1;
      const cost = Math.min(supplier.cost, doc - first);
      return { cost, get: () => new BlockScorer(supplier.get(cost), { first, end: doc, docs }) };
    },
    count: () => -1,
    explain: (at) => explainWeight(inner, weight, at),
  };
}

interface Block {
  readonly first: number;
  readonly end: number;
  readonly docs: Uint32Array;
}

/** The matches in [first, end) that are among the block's documents. */
class BlockScorer implements Scorer {
  readonly twoPhase: boolean;
  private readonly scorer: Scorer;
  private readonly block: Block;
  private current = -1;

  constructor(scorer: Scorer, block: Block) {
    this.scorer = scorer;
    this.block = block;
    this.twoPhase = scorer.twoPhase;
  }

  docId(): number {
    return this.current;
  }

  nextDoc(): number {
    return this.advance(this.current + 1);
  }

  advance(target: number): number {
    const { first, end, docs } = this.block;
    let doc = this.scorer.docId();
    const from = Math.max(target, first);
    if (from >= end) doc = NO_MORE_DOCS;
    else if (doc < from) doc = this.scorer.advance(from);
    while (doc < end && !hasBit(docs, doc)) doc = this.scorer.nextDoc();
    this.current = doc < end ? doc : NO_MORE_DOCS;
    return this.current;
  }

  cost(): number {
    return this.block.end - this.block.first;
  }

  matches(): boolean {
    return this.scorer.matches();
  }

  score(): number {
    return this.scorer.score();
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return Number.POSITIVE_INFINITY;
  }

  setMinScore(): void {
    // A block is too short for skipping to pay off.
  }
}

/**
 * The place of a nested document: for each path to it, outermost first, its index among the
 * documents of that path in the enclosing document, from 0.
 */
export function nestedOffsets(
  segment: SegmentReader,
  doc: number,
  paths: readonly string[],
): readonly number[] {
  let around: BlockLevel;
  return paths.map((path) => {
    const parents = levelDocs(segment, around);
    const docs = expectDefined(levelDocs(segment, path), 'a path has documents of its own');
    const self = nextSetBit(docs, doc);
    const outer = parents === null ? self : nextSetBit(parents, self);
    const first = parents === null ? 0 : previousSetBit(parents, outer - 1) + 1;
    around = path;
    let offset = 0;
    for (let at = nextSetBit(docs, first); at >= 0 && at < self; at = nextSetBit(docs, at + 1)) {
      offset++;
    }
    return offset;
  });
}
