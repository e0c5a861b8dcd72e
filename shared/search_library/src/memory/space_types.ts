/** Types of a `SegmentSpace`: its options, its requests and its statistics. */

/** Plain data that another thread needs to use the same space. */
export interface SharedSpace {
  readonly arenas: readonly WebAssembly.Memory[];
  readonly control: SharedArrayBuffer;
}

export interface SpaceOptions {
  /** The most bytes that all parts in memory may take at once. */
  readonly limitBytes: number;
  /** The most threads that may use the space. Each has a row of its own, counted from 0. */
  readonly threads?: number;
  /** The most parts in memory at once. */
  readonly maxParts?: number;
}

export interface ThreadOptions {
  /** The row of this thread. No other working thread has the same row. */
  readonly row: number;
  /** Time to wait for other threads to release parts when there is no room; 0: do not wait. */
  readonly patienceMs?: number;
  /**
   * True if this thread may load parts. If false, it gets only parts that are in memory
   * (`PartNotLoaded` otherwise).
   */
  readonly loads?: boolean;
  /** Overwrites evicted parts, so that tests notice a reader that still uses one. */
  readonly scrub?: boolean;
}

export interface SpaceStats {
  readonly limitBytes: number;
  readonly usedBytes: number;
  readonly parts: number;
  readonly loads: number;
  readonly evictions: number;
  /** Number of requests for which there was no room. */
  readonly refused: number;
}

/** A part of a segment, and its words in the segment's residence, which all threads share. */
export interface Residence {
  /** The words of the segment's residence, and the index of this part's: `residence_layout.ts`. */
  readonly words: Int32Array;
  readonly at: number;
  readonly arena: number;
  readonly lengthBytes: number;
  /** True if the part is made of other parts. All made parts together have a limit. */
  readonly isMade?: boolean;
  /** The part's name in messages. */
  readonly name: () => string;
  /** Fills the part's block. */
  readonly load: (target: Uint8Array) => void;
}
