/** Matches the documents nested, at any depth, in the matches of a query. */
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import { docSetWeight } from '../doc_set_weight.js';
import { hasBit, newBitSet, setBit } from '../iterators/bit_set.js';
import { FilteredDocs, scanOf } from '../iterators/filtered_docs.js';
import type { Query, Weight } from '../query.js';
import { confirmed } from '../scorers/confirmed.js';
import { type BlockLevel, levelDocs } from './block_level.js';
import { previousSetBit } from './previous_set_bit.js';

/** `level` is that of the query's matches. */
export function toChildrenQuery(inner: Query, level: BlockLevel): Query {
  const query: Query = {
    kind: 'to_children',
    children: [inner],
    toString: () => `ToChildBlockJoinQuery (${inner})`,
    rewrite(searcher) {
      const rewritten = searcher.rewrite(inner);
      if (rewritten.isNothing) return rewritten;
      return rewritten === inner ? query : toChildrenQuery(rewritten, level);
    },
    createWeight(searcher, _needsScores, boost) {
      const parents = searcher.createWeight(inner, false, 1);
      return docSetWeight(
        {
          docSet(segment) {
            const docs = docsInside(parents, segment, level);
            if (docs === null) return null;
            const scan = scanOf((doc) => hasBit(docs, doc));
            return { cost: segment.maxDoc, docs: () => new FilteredDocs(scan, segment.maxDoc) };
          },
        },
        boost,
      );
    },
  };
  return query;
}

function docsInside(weight: Weight, segment: SegmentReader, level: BlockLevel): Uint32Array | null {
  const parents = levelDocs(segment, level);
  const supplier = weight.scorerSupplier(segment);
  if (parents === null || supplier === null) return null;
  const docs = newBitSet(segment.maxDoc);
  const scorer = confirmed(supplier.get(Number.POSITIVE_INFINITY));
  for (let doc = scorer.nextDoc(); doc !== NO_MORE_DOCS; doc = scorer.nextDoc()) {
    for (let at = previousSetBit(parents, doc - 1) + 1; at < doc; at++) setBit(docs, at);
  }
  return docs;
}
