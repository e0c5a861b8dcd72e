/**
 * Measures the time of aggregations, node by node of the tree. Collectors are wrapped, and the
 * calls to them are counted and timed. Without a profiler, no collector is wrapped.
 */
import type { JsonObject } from '@skein/content';
import { breakdownOf, nanosOf, type ReadClock, Stopwatch } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { Collector } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import type { KnownMatches } from '../collect/known_matches.js';

/** Plain data. */
export interface AggregationProfile {
  readonly type: string;
  readonly description: string;
  readonly nanos: number;
  /** The nanoseconds and the number of calls of each step. */
  readonly breakdown: Readonly<Record<string, number>>;
  /** Details that the aggregation's type adds; absent if there are none. */
  readonly debug?: JsonObject;
  readonly children: readonly AggregationProfile[];
}

const STEPS = [
  'initialize',
  'build_leaf_collector',
  'collect',
  'post_collection',
  'build_aggregation',
  'reduce',
] as const;

type Watches = Readonly<Record<(typeof STEPS)[number], Stopwatch>>;

class ProfiledNode {
  readonly children: ProfiledNode[] = [];
  readonly watches: Watches;
  readonly #node: AggregationNode;
  readonly #standardName: string;
  #collector: Collector | undefined;

  constructor(node: AggregationNode, standardName: string, clock: ReadClock) {
    this.#node = node;
    this.#standardName = standardName;
    const watches = STEPS.map((step) => [step, new Stopwatch(clock)]);
    // There is one watch for each step.
    this.watches = Object.fromEntries(watches) as Watches;
  }

  around(make: () => Collector): Collector {
    const collector = this.watches.initialize.time(make);
    this.#collector = collector;
    return new ProfiledCollector(collector, this.watches);
  }

  profile(): AggregationProfile {
    const own = this.#collector?.profile?.();
    return {
      type: own?.type ?? this.#standardName,
      description: this.#node.name,
      nanos: nanosOf(this.watches),
      breakdown: breakdownOf(this.watches),
      ...(own?.debug && Object.keys(own.debug).length > 0 && { debug: own.debug }),
      children: this.children.map((child) => child.profile()),
    };
  }
}

export class AggregationProfiler {
  readonly #clock: ReadClock;
  readonly #roots: ProfiledNode[] = [];
  readonly #nodes = new Map<AggregationNode, ProfiledNode>();
  /** The siblings of the node whose collector is being made. */
  #siblings = this.#roots;

  constructor(clock: ReadClock) {
    this.#clock = clock;
  }

  /**
   * Makes the collector of a node and wraps it. `name` is the name of the type in profiles, unless
   * the collector gives another one. A node that is collected in several places has one profile.
   */
  collector(node: AggregationNode, name: string, make: () => Collector): Collector {
    const around = this.#siblings;
    const profiled = this.#nodes.get(node) ?? new ProfiledNode(node, name, this.#clock);
    if (!this.#nodes.has(node)) {
      this.#nodes.set(node, profiled);
      around.push(profiled);
    }
    this.#siblings = profiled.children;
    try {
      return profiled.around(make);
    } finally {
      this.#siblings = around;
    }
  }

  profiles(): readonly AggregationProfile[] {
    return this.#roots.map((node) => node.profile());
  }
}

class ProfiledCollector implements Collector {
  readonly #collector: Collector;
  readonly #watches: Watches;
  readonly nextWanted: Collector['nextWanted'];
  readonly takesAnyOrder: boolean;

  constructor(collector: Collector, watches: Watches) {
    this.#collector = collector;
    this.nextWanted = collector.nextWanted;
    this.takesAnyOrder = collector.takesAnyOrder === true;
    this.#watches = watches;
  }

  segment(...at: Parameters<Collector['segment']>): void {
    const { build_leaf_collector: watch } = this.#watches;
    watch.start();
    this.#collector.segment(...at);
    watch.stop();
  }

  /** Documents that are counted from the index also count as collected. */
  countMatches(matches: KnownMatches, docBase: number): boolean {
    const { build_leaf_collector: begin, collect } = this.#watches;
    collect.startMany(0);
    const isCounted = this.#collector.countMatches?.(matches, docBase) === true;
    collect.stopMany();
    if (!isCounted) return false;
    begin.time(() => undefined);
    collect.startMany(matches.count);
    collect.stopMany();
    return true;
  }

  /** The count of `collect` is the number of documents, not of blocks. */
  collect(block: DocBlock): void {
    const { collect: watch } = this.#watches;
    watch.startMany(block.count);
    this.#collector.collect(block);
    watch.stopMany();
  }

  build(owners: Uint32Array): unknown {
    const { post_collection: after, build_aggregation: watch } = this.#watches;
    // No work is done between the last block and the build, so the step is counted without time.
    if (after.count === 0) after.time(() => undefined);
    return watch.time(() => this.#collector.build(owners));
  }
}
