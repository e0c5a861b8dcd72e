/** The contract of collecting: what a type of aggregation does with the documents of a shard. */
import type { JsonObject } from '@skein/content';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { AggregationShard } from '../aggregation_shard.js';
import type { PartAccess } from '../reduction.js';
import type { DocBlock } from './doc_block.js';
import type { KnownMatches } from './known_matches.js';

/** The place where an aggregation is bound, with access to the collectors of its children. */
export interface CollectScope extends PartAccess {
  readonly shard: AggregationShard;
  /** The aggregations around this one, the outermost first; empty at the top. */
  readonly parents: readonly AggregationNode[];
  /**
   * True if an aggregation around this one may have several buckets: there is more than one owner
   * then.
   */
  readonly hasManyOwners: boolean;
  /**
   * Runs a check that OpenSearch makes once everything is bound. A fault of `make` is held back
   * until then: the first one is thrown if binding finds no other fault. Returns `undefined` if
   * `make` threw.
   */
  late<T>(make: () => T): T | undefined;
  /**
   * The collector of a child. The child sees the shard from the nested path that its parent chose.
   */
  collector(child: AggregationNode, shard: AggregationShard, parent: AggregationNode): Collector;
}

/** Turns blocks of documents into the part of a shard. Segments arrive one after another. */
export interface Collector<P = unknown> {
  /**
   * Starts a segment, to which the following blocks belong. `docBase` is the number of its first
   * document in the searcher.
   */
  segment(reader: SegmentReader, docBase: number): void;
  /** Collects a block, which is valid only during the call. */
  collect(block: DocBlock): void;
  /**
   * Builds the part of these owning buckets, in this order. Called once, after the last block. An
   * owner that no document reached has nothing.
   */
  build(owners: Uint32Array): P;
  /**
   * Counts the matches of a segment by the index alone, if they are known without looking for
   * documents. Returns true if it has counted them; no document of the segment comes then.
   *
   * Only top-level collectors are asked, before `segment`. Absent if the collector cannot count so.
   */
  countMatches?(matches: KnownMatches, docBase: number): boolean;
  /**
   * The first document from `doc` on that matters in the current segment; `NO_MORE_DOCS` if none
   * does. The collector accepts other documents as well. Only top-level collectors are asked,
   * between blocks. Absent if all documents matter.
   */
  readonly nextWanted?: ((doc: number) => number) | undefined;
  /**
   * True if the documents of a segment may come in any order from block to block, because the
   * result depends only on their order within each bucket. Absent if they must ascend.
   */
  readonly takesAnyOrder?: boolean;
  /**
   * Reports on the collection after `build`; called under `profile` only. Absent if there is
   * nothing to report.
   */
  profile?(): CollectorProfile;
}

export interface CollectorProfile {
  /** The name in profiles; by default that of the aggregation's type. */
  readonly type?: string;
  readonly debug?: JsonObject;
}
