/**
 * A t-digest, which holds the distribution of many numbers in little space. Few distinct values are
 * kept exactly, with their counts. More of them become centroids as in Dunning and Ertl (2019,
 * "Computing extremely accurate quantiles using t-digests"): the share of the total weight that a
 * centroid may have shrinks towards both ends. Quantiles are computed as the t-digest library's
 * `AVLTreeDigest` does, which OpenSearch uses; a value that occurred several times counts as that
 * many centroids.
 */

/** Three arrays of the same length, in ascending order of the means. */
export interface Digest {
  readonly means: Float64Array;
  readonly weights: Float64Array;
  /** 1 if the centroid stands for different values. */
  readonly mixed: Uint8Array;
}

export const EMPTY_DIGEST: Digest = {
  means: new Float64Array(0),
  weights: new Float64Array(0),
  mixed: new Uint8Array(0),
};

/** A digest is compressed if it has more than this number of centroids per unit of compression. */
const ROOM = 20;
/** The factor by which centroids stay smaller than the compression would allow. */
const FINER = 4;

export function totalOf({ weights }: Digest): number {
  let total = 0;
  for (const weight of weights) total += weight;
  return total;
}

/** Merges digests into one, and compresses it if it has too many centroids. */
export function mergeDigests(digests: readonly Digest[], compression: number): Digest {
  const [only] = digests;
  if (digests.length === 1 && only !== undefined) return compressed(only, compression);
  const size = digests.reduce((sum, { means }) => sum + means.length, 0);
  const means = new Float64Array(size);
  const weights = new Float64Array(size);
  const mixed = new Uint8Array(size);
  let at = 0;
  for (const digest of digests) {
    means.set(digest.means, at);
    weights.set(digest.weights, at);
    mixed.set(digest.mixed, at);
    at += digest.means.length;
  }
  const order = Uint32Array.from({ length: size }, (_, i) => i);
  order.sort((a, b) => means[a] - means[b]);
  return compressed(joined({ means, weights, mixed }, order), compression);
}

/** The centroids in the given order; equal exact values become one entry. */
function joined({ means, weights, mixed }: Digest, order: Uint32Array): Digest {
  const to = {
    means: new Float64Array(order.length),
    weights: new Float64Array(order.length),
    mixed: new Uint8Array(order.length),
  };
  let last = -1;
  for (const i of order) {
    const isSame =
      last >= 0 && to.means[last] === means[i] && to.mixed[last] === 0 && mixed[i] === 0;
    if (isSame) to.weights[last] = to.weights[last] + weights[i];
    else {
      last++;
      to.means[last] = means[i];
      to.weights[last] = weights[i];
      to.mixed[last] = mixed[i];
    }
  }
  return cut(to, last + 1);
}

function cut({ means, weights, mixed }: Digest, size: number): Digest {
  return {
    means: means.slice(0, size),
    weights: weights.slice(0, size),
    mixed: mixed.slice(0, size),
  };
}

function compressed(digest: Digest, compression: number): Digest {
  const { means, weights, mixed } = digest;
  if (means.length <= ROOM * compression) return digest;
  const total = totalOf(digest);
  const to = {
    means: new Float64Array(means.length),
    weights: new Float64Array(means.length),
    mixed: new Uint8Array(means.length),
  };
  let size = 0;
  let before = 0;
  for (let i = 0; i < means.length; i++) {
    const weight = weights[i];
    const last = size - 1;
    const joint = last < 0 ? 0 : to.weights[last] + weight;
    const q = (before + joint / 2) / total;
    if (last >= 0 && joint <= (4 * total * q * (1 - q)) / (compression * FINER)) {
      const mean = to.means[last];
      to.means[last] = mean + ((means[i] - mean) * weight) / joint;
      to.weights[last] = joint;
      to.mixed[last] = 1;
    } else {
      if (last >= 0) before += to.weights[last];
      to.means[size] = means[i];
      to.weights[size] = weight;
      to.mixed[size++] = mixed[i];
    }
  }
  return cut(to, size);
}

/** The value at the quantile `q` (0 to 1), or NaN if the digest is empty. */
export function quantile(digest: Digest, q: number): number {
  const { means, weights, mixed } = digest;
  const last = means.length - 1;
  if (last < 0) return Number.NaN;
  const total = totalOf(digest);
  const index = q * total;
  let before = 0;
  let end = 0;
  for (let i = 0; i <= last; i++) {
    const weight = weights[i];
    // The distance of the first and last positions of the centroid from the ends of its weight.
    const own = mixed[i] === 1 ? weight / 2 : 0.5;
    const start = before + own;
    if (index < start) {
      if (i === 0) return means[0];
      return between(means[i - 1], means[i], (index - end) / (start - end));
    }
    before += weight;
    end = before - own;
    if (index <= end) return means[i];
  }
  return means[last];
}

function between(low: number, high: number, share: number): number {
  const value = low * (1 - share) + high * share;
  return Math.max(low, Math.min(value, high));
}

/** The share (0 to 1) of the values that are not above `value`, or NaN if the digest is empty. */
export function rankOf(digest: Digest, value: number): number {
  const centroids = [...singles(digest)];
  const total = totalOf(digest);
  const [first] = centroids;
  if (first === undefined) return Number.NaN;
  if (centroids.length === 1) return value < first.mean ? 0 : 1;
  let passed = 0;
  let left = ((centroids[1]?.mean ?? 0) - first.mean) / 2;
  let right = left;
  for (let i = 0; i + 1 < centroids.length; i++) {
    const { mean, weight } = centroids[i];
    if (i > 0) {
      left = right;
      right = (centroids[i + 1].mean - mean) / 2;
    }
    if (value < mean + right) {
      const share = (value - (mean - left)) / (left + right);
      return Math.max(0, (passed + weight * share) / total);
    }
    passed += weight;
  }
  return 1;
}

interface Centroid {
  readonly mean: number;
  readonly weight: number;
}

/**
 * The centroids, with an exact value that occurred several times as up to three: its first
 * occurrence, those between, and the last.
 */
function* singles({ means, weights, mixed }: Digest): Generator<Centroid> {
  for (let i = 0; i < means.length; i++) {
    const mean = means[i];
    const weight = weights[i];
    if (mixed[i] === 1 || weight === 1) yield { mean, weight };
    else {
      yield { mean, weight: 1 };
      if (weight > 2) yield { mean, weight: weight - 2 };
      yield { mean, weight: 1 };
    }
  }
}
