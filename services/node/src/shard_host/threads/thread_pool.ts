/** Statistics of a node's thread pools, for `_nodes/stats` and `_cat/thread_pool`. Plain data. */

export interface ThreadPoolStats {
  /** Current number of threads; they start on demand. */
  readonly threads: number;
  /** Calls that wait for a thread. */
  readonly queue: number;
  /** Threads at work. */
  readonly active: number;
  /** Calls refused because too many waited. */
  readonly rejected: number;
  /** Highest number of threads at one time. */
  readonly largest: number;
  readonly completed: number;
}

export interface ThreadPool extends ThreadPoolStats {
  readonly name: 'search' | 'write' | 'merge' | 'ingest';
  /** Limit of threads. */
  readonly size: number;
  /** Limit of waiting calls; undefined if unlimited. */
  readonly queueSize: number | undefined;
}
