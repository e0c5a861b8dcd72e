/**
 * Clusters numbers in one pass. The first values are sorted and cut into groups of equal size; a
 * later value joins the cluster with the nearest mean, or becomes a new cluster if all means are
 * far away. The result equals that of OpenSearch's `variable_width_histogram` at a shard to the
 * last bit.
 */
import { type Doubles, grownDoubles, grownWords, type Words } from '../../collect/growable.js';

export interface ClusterSizes {
  /** The greatest number of clusters of a shard. */
  readonly shardSize: number;
  /** The number of values that are buffered before the first clusters are made. */
  readonly initialBuffer: number;
}

/** The number of first clusters. A quarter of the clusters is left for values far from them. */
export function firstClusters(shardSize: number): number {
  return Math.trunc((shardSize * 3) / 4);
}

export class ValueClusters {
  readonly #sizes: ClusterSizes;
  #buffer: Doubles = new Float64Array(0);
  /** The number of documents of each buffered value. */
  #bufferedDocuments: Doubles = new Float64Array(0);
  #buffered = 0;
  #isBuffering = true;
  /** The means of the clusters, ascending; as are `#numbers`, by the index of the mean. */
  #means: Doubles = new Float64Array(0);
  #numbers: Words = new Uint32Array(0);
  /** The least value of each cluster, by its number, which is the order of creation. */
  #mins: Doubles = new Float64Array(0);
  #maxes: Doubles = new Float64Array(0);
  /** The number of values of each cluster, the weight of its mean. */
  #weights: Doubles = new Float64Array(0);
  #documents: Doubles = new Float64Array(0);
  #meanDistance = 0;
  count = 0;

  constructor(sizes: ClusterSizes) {
    this.#sizes = sizes;
  }

  /**
   * Adds a value of `documents` documents, whose number does not affect the means. Returns the
   * number of the value's cluster or, while values are buffered, its index in the buffer, which
   * `settle` maps to a cluster.
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

  /** Makes clusters of the buffered values once, and returns the cluster of each buffer index. */
  settle(): Uint32Array {
    if (!this.#isBuffering) return new Uint32Array(0);
    this.#isBuffering = false;
    const size = this.#buffered;
    const buffer = this.#buffer.subarray(0, size);
    const order = Uint32Array.from({ length: size }, (_, i) => i);
    order.sort((a, b) => buffer[a] - buffer[b]);
    const each = Math.ceil(size / firstClusters(this.#sizes.shardSize));
    const clusterOf = new Uint32Array(size);
    for (let i = 0; i < size; i++) {
      const at = order[i];
      const cluster = Math.floor(i / each);
      if (cluster === this.count) this.#append(buffer[at]);
      else this.#include(cluster, buffer[at]);
      clusterOf[at] = cluster;
      this.#addDocuments(cluster, this.#bufferedDocuments[at]);
    }
    this.#buffer = new Float64Array(0);
    this.#bufferedDocuments = new Float64Array(0);
    if (size > 1) this.#measure();
    return clusterOf;
  }

  get isSettled(): boolean {
    return !this.#isBuffering;
  }

  /** The cluster at an index in the order of means. */
  at(place: number): {
    mean: number;
    min: number;
    max: number;
    number: number;
    documents: number;
  } {
    const number = this.#numbers[place];
    return {
      mean: this.#means[place],
      min: this.#mins[number],
      max: this.#maxes[number],
      number,
      documents: this.#documents[number],
    };
  }

  #addDocuments(cluster: number, more: number): void {
    this.#documents = grownDoubles(this.#documents, this.count);
    this.#documents[cluster] = this.#documents[cluster] + more;
  }

  #addToNearest(value: number): number {
    const nearest = this.#nearest(value);
    const distance = Math.abs(this.#means[nearest] - value);
    if (distance > 2 * this.#meanDistance && this.count < this.#sizes.shardSize) {
      const place = value > this.#means[nearest] ? nearest + 1 : nearest;
      const number = this.#append(value);
      this.#moveLast(place);
      this.#measure();
      return number;
    }
    this.#include(nearest, value);
    if (nearest === 0 || nearest === this.count - 1) this.#measure();
    return this.#numbers[nearest];
  }

  /** The nearest mean; of two equally near ones, the one that OpenSearch's binary search finds. */
  #nearest(value: number): number {
    const means = this.#means;
    const nearer = (a: number, b: number): number =>
      Math.abs(means[a] - value) < Math.abs(means[b] - value) ? a : b;
    let from = 0;
    let to = this.count - 1;
    while (from < to) {
      const mid = (from + to) >>> 1;
      const mean = means[mid];
      if (mean === value) return mid;
      if (mean < value) {
        if (means[mid + 1] > value) return nearer(mid, mid + 1);
        from = mid + 1;
      } else {
        if (mid > from) {
          if (means[mid - 1] < value) return nearer(mid, mid - 1);
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
    const mean = this.#means[last];
    const number = this.#numbers[last];
    this.#means.copyWithin(place + 1, place, last);
    this.#numbers.copyWithin(place + 1, place, last);
    this.#means[place] = mean;
    this.#numbers[place] = number;
  }

  #include(place: number, value: number): void {
    const number = this.#numbers[place];
    const weight = this.#weights[number];
    this.#maxes[number] = Math.max(this.#maxes[number], value);
    this.#mins[number] = Math.min(this.#mins[number], value);
    this.#means[place] = (this.#means[place] * weight + value) / (weight + 1);
    this.#weights[number] = weight + 1;
  }

  #measure(): void {
    const last = this.count - 1;
    this.#meanDistance = (this.#means[last] - this.#means[0]) / last;
  }
}
