/**
 * Profiles queries: each weight that is created is wrapped, and the calls to it and to its scorers
 * are counted and timed at the query's node in the tree. A searcher without a profiler has no
 * overhead.
 */
import type { SegmentReader } from '../../index/segment_reader.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { ProfiledScorer } from './profiled_scorer.js';
import { breakdownOf, nanosOf, type ReadClock, Stopwatch } from './stopwatch.js';

/** The profile of a query as plain data. */
export interface QueryProfile {
  readonly type: string;
  readonly description: string;
  readonly nanos: number;
  /** Nanoseconds and counts of each step. */
  readonly breakdown: Readonly<Record<string, number>>;
  readonly children: readonly QueryProfile[];
}

function newWatches(clock: ReadClock) {
  return {
    create_weight: new Stopwatch(clock),
    build_scorer: new Stopwatch(clock),
    next_doc: new Stopwatch(clock),
    advance: new Stopwatch(clock),
    match: new Stopwatch(clock),
    score: new Stopwatch(clock),
    shallow_advance: new Stopwatch(clock),
    compute_max_score: new Stopwatch(clock),
    set_min_competitive_score: new Stopwatch(clock),
  };
}

export type QueryWatches = Readonly<ReturnType<typeof newWatches>>;

/** A query at its node in the tree. If it is weighed again, the counts continue. */
class ProfiledQuery {
  readonly children = new Map<Query, ProfiledQuery>();
  readonly watches: QueryWatches;
  readonly #query: Query;

  constructor(query: Query, clock: ReadClock) {
    this.#query = query;
    this.watches = newWatches(clock);
  }

  profile(): QueryProfile {
    return {
      type: this.#query.profileName ?? queryName(this.#query),
      description: this.#query.toString(),
      nanos: nanosOf(this.watches),
      breakdown: breakdownOf(this.watches),
      children: profilesOf(this.children),
    };
  }
}

function queryName({ kind }: Query): string {
  const words = kind.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Query`;
}

function profilesOf(queries: ReadonlyMap<Query, ProfiledQuery>): readonly QueryProfile[] {
  return [...queries.values()].map((query) => query.profile());
}

export class QueryProfiler {
  readonly #clock: ReadClock;
  readonly #rewriting: Stopwatch;
  /**
   * Maps queries to their rewritten form, so that a query that runs again has the same node in the
   * tree.
   */
  readonly #rewritten = new Map<Query, Query>();
  #rewriteDepth = 0;
  readonly #roots = new Map<Query, ProfiledQuery>();
  /** The siblings of the query whose weight is being created. */
  #siblings = this.#roots;

  constructor(clock: ReadClock) {
    this.#clock = clock;
    this.#rewriting = new Stopwatch(clock);
  }

  rewrite(query: Query, rewrite: () => Query): Query {
    const known = this.#rewritten.get(query);
    if (known !== undefined) return known;
    const isOuter = this.#rewriteDepth === 0;
    if (isOuter) this.#rewriting.start();
    this.#rewriteDepth++;
    try {
      const rewritten = rewrite();
      this.#rewritten.set(query, rewritten);
      return rewritten;
    } finally {
      this.#rewriteDepth--;
      if (isOuter) this.#rewriting.stop();
    }
  }

  weigh(query: Query, weigh: () => Weight): Weight {
    const profiled = this.#siblings.get(query) ?? new ProfiledQuery(query, this.#clock);
    const around = this.#siblings;
    around.set(query, profiled);
    this.#siblings = profiled.children;
    try {
      return profiledWeight(profiled.watches.create_weight.time(weigh), profiled.watches);
    } finally {
      this.#siblings = around;
    }
  }

  get rewriteNanos(): number {
    return this.#rewriting.nanos;
  }

  /** Total nanoseconds of all outermost queries so far. */
  get nanos(): number {
    let nanos = 0;
    for (const { watches } of this.#roots.values()) nanos += nanosOf(watches);
    return nanos;
  }

  profiles(): readonly QueryProfile[] {
    return profilesOf(this.#roots);
  }
}

/** A weight without kernels and filters, which would do work of this query unseen. */
function profiledWeight(weight: Weight, watches: QueryWatches): Weight {
  const { explain } = weight;
  return {
    scorerSupplier: (segment) => profiledSupplier(weight, segment, watches),
    count: (segment) => weight.count(segment),
    selection: weight.selection,
    ...(explain && { explain }),
  };
}

function profiledSupplier(
  weight: Weight,
  segment: SegmentReader,
  watches: QueryWatches,
): ScorerSupplier | null {
  const supplier = watches.build_scorer.time(() => weight.scorerSupplier(segment));
  if (supplier === null) return null;
  return {
    cost: supplier.cost,
    get: (leadCost) =>
      new ProfiledScorer(
        watches.build_scorer.time(() => supplier.get(leadCost)),
        watches,
      ),
  };
}
