/** What a `SegmentSpace` is made of and asked for, and what it tells. */

/** Plain data: what another thread needs to use the same space. */
export interface SharedSpace {
  readonly arenas: readonly WebAssembly.Memory[];
  readonly control: SharedArrayBuffer;
}

export interface SpaceOptions {
  /** Bytes of all parts in memory at once. */
  readonly limitBytes: number;
  /** Threads there may be, each with a row of its own from 0. */
  readonly threads?: number;
  /** Parts in memory at once. */
  readonly maxParts?: number;
}

export interface ThreadOptions {
  /** No other thread at work has the same. */
  readonly row: number;
  /** How long to wait for others to let go when there is no room; 0: not at all. */
  readonly patienceMs?: number;
  /** Whether parts may be read here; without, only those in memory are to be had (`PartNotLoaded`). */
  readonly loads?: boolean;
  /** What is evicted is overwritten: whoever still reads it finds nonsense. For tests. */
  readonly scrub?: boolean;
}

export interface SpaceStats {
  readonly limitBytes: number;
  readonly usedBytes: number;
  readonly parts: number;
  readonly loads: number;
  readonly evictions: number;
  /** How often there was no room for what was needed. */
  readonly refused: number;
}

/** Two words of a segment's residence: where a part is, by its record and stamp. */
export interface Residence {
  readonly words: Int32Array;
  readonly at: number;
  readonly arena: number;
  readonly lengthBytes: number;
  /** It is made of other parts: its share of the space is limited, and of the words behind its two the first counts how often it was evicted, the second is 1 once it was made. */
  readonly isMade?: boolean;
  /** For messages. */
  readonly name: () => string;
  /** Fills the part's block. */
  readonly load: (target: Uint8Array) => void;
}
