/**
 * What the pools of threads of a node are doing, for `_nodes/stats` and `_cat/thread_pool`. Plain
 * data.
 */

export interface ThreadPoolStats {
  /** Threads there are now; they are started when there is work for them. */
  readonly threads: number;
  /** Calls that wait for a thread. */
  readonly queue: number;
  /** Threads at work. */
  readonly active: number;
  /** Calls refused because too many waited. */
  readonly rejected: number;
  /** Most threads there ever were at a time. */
  readonly largest: number;
  readonly completed: number;
}

export interface ThreadPool extends ThreadPoolStats {
  readonly name: 'search' | 'write' | 'merge' | 'ingest';
  /** Most threads there may be. */
  readonly size: number;
  /** Most calls that may wait; `undefined`: any number. */
  readonly queueSize: number | undefined;
}
