/**
 * The nested documents from which a document takes values: those of a path that match a query, up
 * to a limit.
 */

import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { IndexSearcher } from '../index_searcher.js';
import { hasBit } from '../iterators/bit_set.js';
import type { Query } from '../query.js';
import type { Scorer } from '../scorer.js';
import { confirmed } from '../scorers/confirmed.js';
import { type BlockLevel, levelDocs } from './block_level.js';
import type { NestedDocs, NestedDocsOf } from './nested_values.js';
import { previousSetBit } from './previous_set_bit.js';

export interface NestedDocsOptions {
  readonly query: Query;
  readonly path: string;
  /** The level of the documents that take the values. */
  readonly parent: BlockLevel;
  readonly maxChildren: number;
}

export function nestedDocs(searcher: IndexSearcher, options: NestedDocsOptions): NestedDocs {
  const weight = searcher.weight(options.query, false);
  return {
    segment(reader) {
      const scorer = weight.scorerSupplier(reader)?.get(Number.POSITIVE_INFINITY);
      const parents = levelDocs(reader, options.parent);
      const nested = levelDocs(reader, options.path);
      if (scorer === undefined || parents === null || nested === null) return null;
      return new MatchingNestedDocs(confirmed(scorer), { parents, nested }, options.maxChildren);
    },
  };
}

interface Levels {
  readonly parents: Uint32Array;
  readonly nested: Uint32Array;
}

class MatchingNestedDocs implements NestedDocsOf {
  private readonly scorer: Scorer;
  private readonly levels: Levels;
  private readonly most: number;

  constructor(scorer: Scorer, levels: Levels, most: number) {
    this.scorer = scorer;
    this.levels = levels;
    this.most = most;
  }

  visit(doc: number, each: (nested: number) => void): void {
    const { scorer, most } = this;
    const { parents, nested } = this.levels;
    const first = previousSetBit(parents, doc - 1) + 1;
    let found = 0;
    let at = scorer.docId() < first ? scorer.advance(first) : scorer.docId();
    for (; at < doc && at !== NO_MORE_DOCS && found < most; at = scorer.nextDoc()) {
      if (!hasBit(nested, at)) continue;
      found++;
      each(at);
    }
  }
}
