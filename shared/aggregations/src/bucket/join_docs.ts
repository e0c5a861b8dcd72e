/**
 * The collector of the aggregations `children` and `parent`: counts the documents that a join field
 * relates to the collected ones, anywhere in the shard. `collect` only gathers the ids of the
 * parents; `build` finds the related documents by these ids.
 */
import { utf8 } from '@skein/bytes';
import { booleanQuery, type Query, type SegmentReader, termQuery } from '@skein/search_library';
import type { AggregationShard } from '../aggregation_shard.js';
import type { Children } from '../collect/children.js';
import type { Collector } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { IdBuckets } from '../collect/id_buckets.js';
import { hasBit, Matching } from '../collect/matching.js';
import { columnTerms } from '../values/column_terms.js';
import { type ReadTerms, TermRows, type TermSource } from '../values/term_source.js';
import { DocList } from './doc_list.js';
import { OwnerCounts, type SinglePart } from './single_buckets.js';

export interface Join {
  /** The join field. */
  readonly field: string;
  /** The field that holds the ids of the parents, in parents and children. */
  readonly ids: string;
  /** Values of the join field: `from` in the collected documents, `to` in the related ones. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

function ofRelations(field: string, relations: readonly string[]): Query {
  const should = relations.map((relation) => termQuery(field, utf8(relation)));
  return booleanQuery({ should, minimumShouldMatch: 1 });
}

/** OpenSearch collects the related documents with this score, whatever the query's scores are. */
const JOINED_SCORE = 1;

export class JoinCollector implements Collector<SinglePart> {
  readonly #shard: AggregationShard;
  readonly #join: Join | undefined;
  readonly #children: Children;
  readonly #counts = new OwnerCounts();
  /** The ids of parents in the collected documents, each with the bucket that collected it. */
  readonly #met = new IdBuckets();
  readonly #source: TermSource | undefined;
  readonly #from: Matching | undefined;
  readonly #rows = new TermRows();
  #read: ReadTerms | undefined;
  /** True if the children of this aggregation read scores. */
  #isScored = false;

  /** `join` is `undefined` if the index does not have the relation. */
  constructor(join: Join | undefined, shard: AggregationShard, children: Children) {
    this.#shard = shard;
    this.#join = join;
    this.#children = children;
    if (join === undefined) return;
    this.#source = columnTerms(join.ids, shard.searcher.segments);
    this.#from = new Matching(shard.searcher, ofRelations(join.field, join.from));
  }

  segment(reader: SegmentReader): void {
    this.#read = this.#source?.segment(reader);
    this.#from?.segment(reader);
  }

  collect(block: DocBlock): void {
    if (this.#read === undefined || this.#from === undefined) return;
    this.#isScored ||= block.scores !== undefined;
    this.#read(block, this.#rows);
    const bits = this.#from.bits();
    const { rows, ids, count } = this.#rows;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      if (!hasBit(bits, block.docs[row])) continue;
      this.#met.bucket(block.owners[row], ids[i]);
    }
  }

  build(owners: Uint32Array): SinglePart {
    if (this.#join !== undefined) this.#walk(this.#join);
    return this.#counts.build(owners, this.#children);
  }

  #ownersById(): Map<number, number[]> {
    const { ids, owners, size } = this.#met;
    const byId = new Map<number, number[]>();
    for (let i = 0; i < size; i++) {
      const id = ids[i];
      const known = byId.get(id);
      if (known === undefined) byId.set(id, [owners[i]]);
      else known.push(owners[i]);
    }
    return byId;
  }

  #walk({ field, to }: Join): void {
    const byId = this.#ownersById();
    const found = new DocList();
    const none = new Uint32Array(0);
    this.#shard.searcher.searchDocs(ofRelations(field, to), {
      segment: (reader, docBase) => {
        const read = this.#source?.segment(reader);
        this.#counts.segment(reader);
        this.#children.segment(reader, docBase);
        return (docs, count) => {
          read?.({ docs, count, owners: none, scores: undefined }, this.#rows);
          found.clear(this.#isScored);
          for (let i = 0; i < this.#rows.count; i++) {
            const doc = docs[this.#rows.rows[i]];
            for (const owner of byId.get(this.#rows.ids[i]) ?? [])
              found.add(doc, owner, JOINED_SCORE);
          }
          if (found.count === 0) return;
          const block = found.block();
          this.#counts.add(block);
          this.#children.collect(block);
        };
      },
    });
  }
}
