/**
 * Clusters of numbers, made in one pass: the first values are sorted and cut into equally many,
 * later ones go to the cluster whose mean is nearest, or make one of their own where all are far
 * away. As OpenSearch's `variable_width_histogram` clusters at a shard, to the last bit.
 */
import { type Doubles, grownDoubles, grownWords, type Words } from '../collect/growable.js';

export interface ClusterSizes {
  /** Clusters of a shard, at most. */
  readonly shardSize: number;
  /** Values that are kept before the first clusters are made of them. */
  readonly initialBuffer: number;
}

/** Clusters made of the first values: a quarter of the room is left for values far from them. */
export function firstClusters(shardSize: number): number {
  return Math.trunc((shardSize * 3) / 4);
}

export class ValueClusters {
  readonly #sizes: ClusterSizes;
  #buffer: Doubles = new Float64Array(0);
  /** By place in the buffer: documents. */
  #bufferedDocuments: Doubles = new Float64Array(0);
  #buffered = 0;
  #isBuffering = true;
  /** By place in the order of means. */
  #means: Doubles = new Float64Array(0);
  #numbers: Words = new Uint32Array(0);
  /** By number of the cluster: the order in which they were made. */
  #mins: Doubles = new Float64Array(0);
  #maxes: Doubles = new Float64Array(0);
  /** Values: how much a mean weighs. */
  #weights: Doubles = new Float64Array(0);
  #documents: Doubles = new Float64Array(0);
  #meanDistance = 0;
  count = 0;

  constructor(sizes: ClusterSizes) {
    this.#sizes = sizes;
  }

  /**
   * `documents`: of how many it is the value; means do not heed it. The number of the value's
   * cluster; of values that are buffered, their place in the buffer: `settle` says what became of
   * it.
   */
  add(value: number, documents: number): number {
    if (!this.#isBuffering) {
      const cluster = this.#addToNearest(value);
      this.#addDocuments(cluster, documents);
      return cluster;
    }
    const at = this.#buffered++;
    this.#buffer = grownDoubles(this.#buffer, this.#buffered);
    this.#buffer[at] = value;
    this.#bufferedDocuments = grownDoubles(this.#bufferedDocuments, this.#buffered);
    this.#bufferedDocuments[at] = documents;
    return at;
  }

  get isFull(): boolean {
    return this.#isBuffering && this.#buffered >= this.#sizes.initialBuffer;
  }

  /** Makes clusters of what is buffered: the cluster of each place of the buffer. Once. */
  settle(): Uint32Array {
    if (!this.#isBuffering) return new Uint32Array(0);
    this.#isBuffering = false;
    const size = this.#buffered;
    const buffer = this.#buffer.subarray(0, size);
    const order = Uint32Array.from({ length: size }, (_, i) => i);
    order.sort((a, b) => (buffer[a] as number) - (buffer[b] as number));
    const each = Math.ceil(size / firstClusters(this.#sizes.shardSize));
    const clusterOf = new Uint32Array(size);
    for (let i = 0; i < size; i++) {
      const at = order[i] as number;
      const cluster = Math.floor(i / each);
      if (cluster === this.count) this.#append(buffer[at] as number);
      else this.#include(cluster, buffer[at] as number);
      clusterOf[at] = cluster;
      this.#addDocuments(cluster, this.#bufferedDocuments[at] as number);
    }
    this.#buffer = new Float64Array(0);
    this.#bufferedDocuments = new Float64Array(0);
    if (size > 1) this.#measure();
    return clusterOf;
  }

  get isSettled(): boolean {
    return !this.#isBuffering;
  }

  /** Of a cluster at a place in the order of means. */
  at(place: number): {
    mean: number;
    min: number;
    max: number;
    number: number;
    documents: number;
  } {
    const number = this.#numbers[place] as number;
    return {
      mean: this.#means[place] as number,
      min: this.#mins[number] as number,
      max: this.#maxes[number] as number,
      number,
      documents: this.#documents[number] as number,
    };
  }

  #addDocuments(cluster: number, more: number): void {
    this.#documents = grownDoubles(this.#documents, this.count);
    this.#documents[cluster] = (this.#documents[cluster] as number) + more;
  }

  #addToNearest(value: number): number {
    const nearest = this.#nearest(value);
    const distance = Math.abs((this.#means[nearest] as number) - value);
    if (distance > 2 * this.#meanDistance && this.count < this.#sizes.shardSize) {
      const place = value > (this.#means[nearest] as number) ? nearest + 1 : nearest;
      const number = this.#append(value);
      this.#moveLast(place);
      this.#measure();
      return number;
    }
    this.#include(nearest, value);
    if (nearest === 0 || nearest === this.count - 1) this.#measure();
    return this.#numbers[nearest] as number;
  }

  /** Of two equally near: as the binary search of OpenSearch comes upon them. */
  #nearest(value: number): number {
    const means = this.#means;
    const nearer = (a: number, b: number): number =>
      Math.abs((means[a] as number) - value) < Math.abs((means[b] as number) - value) ? a : b;
    let from = 0;
    let to = this.count - 1;
    while (from < to) {
      const mid = (from + to) >>> 1;
      const mean = means[mid] as number;
      if (mean === value) return mid;
      if (mean < value) {
        if ((means[mid + 1] as number) > value) return nearer(mid, mid + 1);
        from = mid + 1;
      } else {
        if (mid > from) {
          if ((means[mid - 1] as number) < value) return nearer(mid, mid - 1);
        } else if (mid === 0) return mid;
        to = mid - 1;
      }
    }
    return from;
  }

  #append(value: number): number {
    const number = this.count++;
    this.#means = grownDoubles(this.#means, this.count);
    this.#numbers = grownWords(this.#numbers, this.count);
    this.#mins = grownDoubles(this.#mins, this.count);
    this.#maxes = grownDoubles(this.#maxes, this.count);
    this.#weights = grownDoubles(this.#weights, this.count);
    this.#means[number] = value;
    this.#numbers[number] = number;
    this.#mins[number] = value;
    this.#maxes[number] = value;
    this.#weights[number] = 1;
    return number;
  }

  #moveLast(place: number): void {
    const last = this.count - 1;
    const mean = this.#means[last] as number;
    const number = this.#numbers[last] as number;
    this.#means.copyWithin(place + 1, place, last);
    this.#numbers.copyWithin(place + 1, place, last);
    this.#means[place] = mean;
    this.#numbers[place] = number;
  }

  #include(place: number, value: number): void {
    const number = this.#numbers[place] as number;
    const weight = this.#weights[number] as number;
    this.#maxes[number] = Math.max(this.#maxes[number] as number, value);
    this.#mins[number] = Math.min(this.#mins[number] as number, value);
    this.#means[place] = ((this.#means[place] as number) * weight + value) / (weight + 1);
    this.#weights[number] = weight + 1;
  }

  #measure(): void {
    const last = this.count - 1;
    this.#meanDistance = ((this.#means[last] as number) - (this.#means[0] as number)) / last;
  }
}
