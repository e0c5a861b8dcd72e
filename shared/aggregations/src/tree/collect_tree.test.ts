import type { IndexSearcher, Query, SegmentReader } from '@skein/search_library';
import type { AggregationShard } from '../aggregation_shard.js';
import { BLOCK_DOCS } from '../collect/doc_block.js';
import { NO_LIMITS, TreeCollector } from './collect_tree.js';

/** A searcher that passes all matches of its segment at once, as a range over a column does. */
function searcherOf(count: number): Pick<IndexSearcher, 'searchDocs'> {
  return {
    searchDocs: (_query, collector) => {
      const take = collector.segment({} as SegmentReader, 0);
      take(
        Uint32Array.from({ length: count }, (_none, i) => i),
        count,
      );
    },
  };
}

test.each([0, 1, BLOCK_DOCS, BLOCK_DOCS + 1, 3 * BLOCK_DOCS - 1])(
  'a searcher may give %i documents at once',
  (count) => {
    const shard = { searcher: searcherOf(count) } as AggregationShard;
    const collector = new TreeCollector({ children: [], pipelines: [] }, shard);
    expect(collector.collect({} as Query, NO_LIMITS)).toBe(count);
  },
);
