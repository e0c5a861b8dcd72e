/**
 * A log of documents with their buckets. It is written until the kept buckets are known, and then
 * read for those alone. Blocks are stored compactly: consecutive documents take no bytes, other
 * documents one, two or four bytes each, and so do buckets. The memory is reported to the request
 * breaker.
 */
import { expectDefined } from '@skein/base';
import { requestFloats, requestWords, type SegmentReader } from '@skein/search_library';
import { BLOCK_DOCS, type DocBlock } from '../collect/doc_block.js';
import { roomForWords, takeObjects } from '../collect/growable.js';
import { places } from '../collect/places.js';
import { DROPPED } from '../reduction.js';

type Numbers = Uint8Array | Uint16Array | Uint32Array;

interface Chunk {
  readonly count: number;
  readonly firstDoc: number;
  /** The distance of each document from the first; absent if the documents are consecutive. */
  readonly steps: Numbers | undefined;
  readonly buckets: Numbers;
  readonly scores: Float32Array | undefined;
}

interface Segment {
  readonly reader: SegmentReader;
  readonly docBase: number;
  readonly chunks: Chunk[];
}

/** The approximate size of a chunk and the headers of its arrays, in bytes. */
const CHUNK_BYTES = 400;

export interface BlockReader {
  segment(reader: SegmentReader, docBase: number): void;
  collect(block: DocBlock): void;
}

export class BlockLog {
  /** An exclusive upper bound of the buckets. */
  size = 0;
  readonly #segments: Segment[] = [];

  segment(reader: SegmentReader, docBase: number): void {
    this.#segments.push({ reader, docBase, chunks: [] });
  }

  /** Adds a block. Documents ascend within a segment. */
  collect({ docs, owners, count, scores }: DocBlock): void {
    const chunks = this.#segments.at(-1)?.chunks;
    if (chunks === undefined || count === 0) return;
    const greatest = greatestOf(owners, count);
    if (greatest >= this.size) this.size = greatest + 1;
    const chunk = {
      count,
      firstDoc: docs[0],
      steps: stepsOf(docs, count),
      buckets: narrowed(owners.subarray(0, count), greatest),
      scores: scores?.slice(0, count),
    };
    const scoreBytes = chunk.scores?.byteLength ?? 0;
    const bytes = (chunk.steps?.byteLength ?? 0) + chunk.buckets.byteLength + scoreBytes;
    takeObjects(1, CHUNK_BYTES + bytes);
    chunks.push(chunk);
  }

  /** Renumbers all buckets: `numbers` holds the new number of each bucket. */
  renumber(numbers: Uint32Array): void {
    let greatest = 0;
    for (const { chunks } of this.#segments) {
      chunks.forEach((chunk, at) => {
        const buckets = Uint32Array.from(chunk.buckets, (bucket) => numbers[bucket]);
        const own = greatestOf(buckets, buckets.length);
        if (own > greatest) greatest = own;
        chunks[at] = { ...chunk, buckets: narrowed(buckets, own) };
      });
    }
    this.size = greatest + 1;
  }

  /** Reads the documents of kept buckets. `map` maps buckets to `size` owners, or to `DROPPED`. */
  read(map: Uint32Array, size: number, to: BlockReader): void {
    const blocks = new Blocks(size, to);
    const few = size * BUCKETS_PER_FEW < map.length ? bitsOf(map) : undefined;
    for (const { reader, docBase, chunks } of this.#segments) {
      to.segment(reader, docBase);
      for (const chunk of chunks) {
        if (few === undefined) blocks.add(chunk, map);
        else blocks.addFew(chunk, map, few);
      }
      blocks.flush();
    }
  }
}

/**
 * If fewer than one in this many buckets is kept, a bit set of the kept ones is tested first, since
 * it takes less memory than the map.
 */
const BUCKETS_PER_FEW = 16;

/** A bit set of the kept buckets. */
function bitsOf(map: Uint32Array): Uint32Array {
  const bits = new Uint32Array((map.length + 31) >>> 5);
  for (let bucket = 0; bucket < map.length; bucket++) {
    if (map[bucket] === DROPPED) continue;
    bits[bucket >>> 5] = bits[bucket >>> 5] | (1 << (bucket & 31));
  }
  return bits;
}

/** Joins the kept documents of chunks to full blocks. */
class Blocks {
  readonly #buckets: number;
  readonly #to: BlockReader;
  readonly #docs = requestWords(BLOCK_DOCS);
  readonly #owners = requestWords(BLOCK_DOCS);
  #scores: Float32Array | undefined;
  #count = 0;
  /** The buckets of the current chunk, widened to 32 bits, as are `#steps`. */
  #from = requestWords(BLOCK_DOCS);
  #steps = requestWords(BLOCK_DOCS);

  constructor(buckets: number, to: BlockReader) {
    this.#buckets = buckets;
    this.#to = to;
  }

  add(chunk: Chunk, map: Uint32Array): void {
    const { count, scores } = chunk;
    this.#from = roomForWords(this.#from, count);
    this.#from.set(chunk.buckets);
    this.#steps = roomForWords(this.#steps, count);
    this.#steps.set(chunk.steps ?? places(count).subarray(0, count));
    if (scores !== undefined) this.#scores ??= requestFloats(BLOCK_DOCS);
    for (let from = 0; from < count; ) {
      if (this.#count === BLOCK_DOCS) this.flush();
      const to = Math.min(count, from + BLOCK_DOCS - this.#count);
      if (scores !== undefined) this.#addScores(scores, map, { from, to });
      this.#addDocs(chunk.firstDoc, map, { from, to });
      from = to;
    }
  }

  addFew(
    { count, firstDoc, steps: own, buckets, scores }: Chunk,
    map: Uint32Array,
    few: Uint32Array,
  ): void {
    if (scores !== undefined) this.#scores ??= requestFloats(BLOCK_DOCS);
    for (let i = 0; i < count; i++) {
      const bucket = buckets[i];
      if (((few[bucket >>> 5] >>> (bucket & 31)) & 1) === 0) continue;
      if (this.#count === BLOCK_DOCS) this.flush();
      const at = this.#count++;
      this.#owners[at] = map[bucket];
      this.#docs[at] = firstDoc + (own === undefined ? i : own[i]);
      if (scores !== undefined && this.#scores) this.#scores[at] = scores[i];
    }
  }

  flush(): void {
    const count = this.#count;
    if (count === 0) return;
    this.#count = 0;
    const [docs, owners, scores, buckets] = [this.#docs, this.#owners, this.#scores, this.#buckets];
    this.#to.collect({ count, docs, owners, scores, buckets });
  }

  /** Must be called before `#addDocs`, which advances the count. */
  #addScores(scores: Float32Array, map: Uint32Array, { from, to }: Range): void {
    const [buckets, into] = [this.#from, expectDefined(this.#scores, 'room for the scores')];
    let at = this.#count;
    for (let i = from; i < to; i++) {
      if (map[buckets[i]] !== DROPPED) into[at++] = scores[i];
    }
  }

  #addDocs(firstDoc: number, map: Uint32Array, { from, to }: Range): void {
    const [docs, owners, buckets, steps] = [this.#docs, this.#owners, this.#from, this.#steps];
    let at = this.#count;
    for (let i = from; i < to; i++) {
      const owner = map[buckets[i]];
      // The next document overwrites it if this one is dropped.
      owners[at] = owner;
      docs[at] = firstDoc + steps[i];
      at += owner === DROPPED ? 0 : 1;
    }
    this.#count = at;
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}

let steps = new Uint32Array(BLOCK_DOCS);

/** The distances from the first document; `undefined` if the documents are consecutive. */
function stepsOf(docs: Uint32Array, count: number): Numbers | undefined {
  const first = docs[0];
  let i = 1;
  while (i < count && docs[i] === first + i) i++;
  if (i === count) return undefined;
  if (steps.length < count) steps = new Uint32Array(2 * count);
  for (let at = 0; at < count; at++) steps[at] = docs[at] - first;
  return narrowed(steps.subarray(0, count), steps[count - 1]);
}

/** A copy with as few bytes per number as the greatest one takes. */
function narrowed(numbers: Uint32Array, greatest: number): Numbers {
  if (greatest < 0x100) return new Uint8Array(numbers);
  return greatest < 0x10000 ? new Uint16Array(numbers) : numbers.slice();
}

function greatestOf(numbers: Uint32Array, count: number): number {
  let greatest = 0;
  for (let i = 0; i < count; i++) {
    if (numbers[i] > greatest) greatest = numbers[i];
  }
  return greatest;
}
