/**
 * The terms of one field in an index buffer, as plain data, and their order. Ids are assigned in
 * order of first occurrence.
 */

/** The bytes of all terms, one after the other. */
export interface FrozenTerms {
  readonly pool: Uint8Array<ArrayBuffer>;
  /** Start of term `id`; it ends where the next term starts. */
  readonly starts: Uint32Array<ArrayBuffer>;
}

/** The most ids for which an id and four bytes fit into a double's 53 bits. */
const MAX_KEYED_IDS = 2 ** 21;
const LONGEST_INSERTION = 16;

export function termAt(terms: FrozenTerms, id: number): Uint8Array {
  return terms.pool.subarray(terms.starts[id], endOf(terms, id));
}

/**
 * The ids in byte order of their terms. Numbers sort several times faster than with a comparison
 * function: each holds the first four bytes and the id, and only equal prefixes are compared.
 */
export function sortedIds(terms: FrozenTerms): Uint32Array {
  const size = terms.starts.length;
  const ids = new Uint32Array(size);
  if (size > MAX_KEYED_IDS) {
    for (let id = 0; id < size; id++) ids[id] = id;
    return ids.sort((a, b) => compare(terms, a, b));
  }
  const keys = new Float64Array(size);
  for (let id = 0; id < size; id++) keys[id] = prefixOf(terms, id) * MAX_KEYED_IDS + id;
  keys.sort();
  for (let i = 0; i < size; i++) ids[i] = keys[i] % MAX_KEYED_IDS;
  for (let from = 0; from < size; ) {
    const prefix = Math.floor(keys[from] / MAX_KEYED_IDS);
    let to = from + 1;
    while (to < size && Math.floor(keys[to] / MAX_KEYED_IDS) === prefix) to++;
    if (to - from > 1) sortRun(terms, ids, { from, to });
    from = to;
  }
  return ids;
}

/** Sorts a run of equal prefixes; a short one by insertion. */
function sortRun(
  terms: FrozenTerms,
  ids: Uint32Array,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  if (to - from > LONGEST_INSERTION) {
    ids.subarray(from, to).sort((a, b) => compare(terms, a, b));
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const id = ids[i];
    let at = i;
    while (at > from && compare(terms, ids[at - 1], id) > 0) {
      ids[at] = ids[at - 1];
      at--;
    }
    ids[at] = id;
  }
}

function endOf({ pool, starts }: FrozenTerms, id: number): number {
  return id + 1 < starts.length ? starts[id + 1] : pool.length;
}

/**
 * The first four bytes as a number, zero-padded. Prefixes are never out of order; the bytes are
 * compared only if they are equal.
 */
function prefixOf(terms: FrozenTerms, id: number): number {
  const { pool, starts } = terms;
  const start = starts[id];
  const end = endOf(terms, id);
  let prefix = 0;
  for (let i = 0; i < 4; i++) prefix = prefix * 256 + (start + i < end ? pool[start + i] : 0);
  return prefix;
}

function compare(terms: FrozenTerms, a: number, b: number): number {
  const { pool, starts } = terms;
  const startA = starts[a];
  const startB = starts[b];
  const lengthA = endOf(terms, a) - startA;
  const lengthB = endOf(terms, b) - startB;
  const common = Math.min(lengthA, lengthB);
  for (let i = 0; i < common; i++) {
    const difference = pool[startA + i] - pool[startB + i];
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}
