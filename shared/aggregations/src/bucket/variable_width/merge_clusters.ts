/**
 * Merges the clusters of several shards until there are no more than a given number: the two with
 * the nearest means become one, repeatedly. The result equals OpenSearch's to the last bit.
 */

export interface Cluster {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
  /** The given clusters that it is made of. */
  readonly members: readonly number[];
}

/** The final clusters, in the order of their means and without overlaps. */
export function mergeClusters(given: readonly Cluster[], most: number): readonly Cluster[] {
  const sorted = given.toSorted((a, b) => a.mean - b.mean);
  const single = runs(sorted, (a, b) => a.mean === b.mean).map((run) => joined(run));
  const near = nearestJoined(single, most);
  const apart = runs(near, (a, b) => a.min === b.min).map((run) =>
    run.length === 1 ? run[0] : joined(run.toReversed()),
  );
  return withoutOverlaps(apart);
}

/** Groups adjacent clusters that belong to the first one of their group. */
function runs(
  clusters: readonly Cluster[],
  belongs: (first: Cluster, next: Cluster) => boolean,
): readonly (readonly Cluster[])[] {
  const all: Cluster[][] = [];
  for (const cluster of clusters) {
    const run = all.at(-1);
    if (run !== undefined && belongs(run[0], cluster)) run.push(cluster);
    else all.push([cluster]);
  }
  return all;
}

/** Sums up the mean in the given order, on which its last bit depends. */
function joined(clusters: readonly Cluster[]): Cluster {
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const cluster of clusters) {
    count += cluster.count;
    sum += cluster.count * cluster.mean;
    min = Math.min(min, cluster.min);
    max = Math.max(max, cluster.max);
  }
  return { mean: sum / count, min, max, count, members: clusters.flatMap((each) => each.members) };
}

/** Moves the border of two overlapping clusters to the middle of their overlap. */
function withoutOverlaps(clusters: readonly Cluster[]): readonly Cluster[] {
  const apart: Cluster[] = [];
  for (const cluster of clusters) {
    const before = apart.at(-1);
    if (before === undefined || cluster.min >= before.max) {
      apart.push(cluster);
      continue;
    }
    const border = (before.max + cluster.min) / 2;
    apart[apart.length - 1] = { ...before, max: border };
    apart.push({ ...cluster, min: border });
  }
  return apart;
}

function nearestJoined(clusters: readonly Cluster[], most: number): readonly Cluster[] {
  if (clusters.length <= most) return clusters;
  const ends = rangesOf(clusters, most);
  const merged: Cluster[] = [];
  for (let from = 0; from < clusters.length; from = ends[from]) {
    const range = clusters.slice(from, ends[from]);
    merged.push(range.length === 1 ? range[0] : joined(range.toReversed()));
  }
  return merged;
}

/**
 * The start of the next range, by the first cluster of each range. The two ranges with the nearest
 * means are joined until there are no more than `most`; of several such pairs, the first.
 */
function rangesOf(clusters: readonly Cluster[], most: number): Uint32Array {
  const size = clusters.length;
  const means = Float64Array.from(clusters, ({ mean }) => mean);
  const counts = Float64Array.from(clusters, ({ count }) => count);
  const next = Uint32Array.from(clusters, (_, i) => i + 1);
  const before = Int32Array.from(clusters, (_, i) => i - 1);
  const gaps = new Gaps(size);
  const gapAfter = (at: number): number => means[next[at]] - means[at];
  for (let i = 0; i + 1 < size; i++) gaps.set(i, gapAfter(i));
  for (let left = size; left > most; left--) {
    const at = gaps.least();
    const gone = next[at];
    const [n, m] = [counts[at], counts[gone]];
    means[at] = (means[at] * n + means[gone] * m) / (n + m);
    counts[at] = n + m;
    const after = next[gone];
    next[at] = after;
    gaps.remove(gone);
    if (after < size) {
      before[after] = at;
      gaps.set(at, gapAfter(at));
    } else gaps.remove(at);
    const previous = before[at];
    if (previous >= 0) gaps.set(previous, gapAfter(previous));
  }
  return next;
}

/**
 * A tournament tree that finds the least of many distances, and the first of equal ones. An update
 * takes one step per level of the tree.
 */
class Gaps {
  readonly #leaves: number;
  readonly #gaps: Float64Array;
  /** The index of the least distance below each node. */
  readonly #winners: Uint32Array;

  constructor(size: number) {
    let leaves = 1;
    while (leaves < size) leaves *= 2;
    this.#leaves = leaves;
    this.#gaps = new Float64Array(leaves).fill(Number.NaN);
    this.#winners = new Uint32Array(2 * leaves);
    for (let i = 0; i < leaves; i++) this.#winners[leaves + i] = i;
    for (let at = leaves - 1; at > 0; at--) this.#play(at);
  }

  set(place: number, gap: number): void {
    this.#gaps[place] = gap;
    for (let at = (this.#leaves + place) >> 1; at > 0; at >>= 1) this.#play(at);
  }

  remove(place: number): void {
    this.set(place, Number.NaN);
  }

  least(): number {
    return this.#winners[1];
  }

  /** Updates a node. A distance of NaN is absent and loses to any other. */
  #play(at: number): void {
    const left = this.#winners[2 * at];
    const right = this.#winners[2 * at + 1];
    const a = this.#gaps[left];
    const b = this.#gaps[right];
    this.#winners[at] = Number.isNaN(a) || b < a ? right : left;
  }
}
