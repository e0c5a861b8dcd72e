/**
 * Hashes of the terms of segments' columns, kept by this thread so that a term is hashed once and
 * not once per search. Once as many terms of a segment were hashed as it has, all its terms are
 * hashed and kept. The least recently used hashes are dropped first.
 */
import { HASH, hashBytes } from '@skein/bytes';
import type { OrdinalColumn, SegmentReader } from '@skein/search_library';

/** The two words of the 64-bit `hashBytes` of each term, by ordinal. */
export interface TermHashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

export type VisitTerm = (bytes: Uint8Array, length: number) => void;

interface Entry {
  /** The number of terms that were hashed, in all searches. */
  hashed: number;
  hashes: TermHashes | undefined;
}

const BYTES_PER_TERM = 8;

export class KnownHashes {
  readonly #limitBytes: number;
  readonly #entries = new WeakMap<SegmentReader, Map<string, Entry>>();
  /** The entries with hashes, the most recently used last. */
  readonly #kept = new Set<Entry>();
  #usedBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /**
   * The hashes for a search that is about to hash `count` terms of the column; `undefined` if the
   * search has to hash them itself.
   */
  of(
    reader: SegmentReader,
    { field, column }: { readonly field: string; readonly column: OrdinalColumn },
    count: number,
  ): TermHashes | undefined {
    const bytes = column.cardinality * BYTES_PER_TERM;
    if (bytes > this.#limitBytes / 4) return undefined;
    const entry = this.#entry(reader, field);
    if (entry.hashes === undefined) {
      const isEarly = entry.hashed < column.cardinality;
      entry.hashed += count;
      if (isEarly) return undefined;
      entry.hashes = hashesOf(column);
      this.#usedBytes += bytes;
    }
    this.#kept.delete(entry);
    this.#kept.add(entry);
    this.#shrink();
    return entry.hashes;
  }

  #entry(reader: SegmentReader, field: string): Entry {
    const fields = this.#entries.get(reader) ?? new Map<string, Entry>();
    this.#entries.set(reader, fields);
    const entry = fields.get(field) ?? { hashed: 0, hashes: undefined };
    fields.set(field, entry);
    return entry;
  }

  #shrink(): void {
    for (const entry of this.#kept) {
      if (this.#usedBytes <= this.#limitBytes) return;
      this.#usedBytes -= (entry.hashes?.high.length ?? 0) * BYTES_PER_TERM;
      entry.hashes = undefined;
      entry.hashed = 0;
      this.#kept.delete(entry);
    }
  }
}

function hashesOf(column: OrdinalColumn): TermHashes {
  const { cardinality } = column;
  const high = new Uint32Array(cardinality);
  const low = new Uint32Array(cardinality);
  let at = 0;
  visitTermsOf(
    column,
    Uint32Array.from({ length: cardinality }, (_, ordinal) => ordinal),
    (bytes, length) => {
      hashBytes(bytes, length);
      high[at] = HASH[0];
      low[at++] = HASH[1];
    },
  );
  return { high, low };
}

/** See `OrdinalColumn.visitTerms`. */
export function visitTermsOf(column: OrdinalColumn, ordinals: Uint32Array, visit: VisitTerm): void {
  if (column.visitTerms !== undefined) {
    column.visitTerms(ordinals, visit);
    return;
  }
  for (const ordinal of ordinals) {
    const term = column.term(ordinal);
    visit(term, term.length);
  }
}

const THREAD_HASH_BYTES = 8 * 1024 * 1024;

/** The hashes of this thread; every thread has its own instance of this module. */
export const threadHashes = new KnownHashes(THREAD_HASH_BYTES);
