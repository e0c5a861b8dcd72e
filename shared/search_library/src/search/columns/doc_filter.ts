/** A test of documents in any order, for clauses that only check documents of other clauses. */
export interface DocFilter {
  has(doc: number): boolean;
  /** Keeps those of the first `count` documents that pass, in order; returns their number. */
  keep(docs: Uint32Array, count: number): number;
}

/** A filter that passes what the other one rejects. */
export function excluding(filter: DocFilter): DocFilter {
  return {
    has: (doc) => !filter.has(doc),
    keep(docs, count) {
      let kept = 0;
      for (let i = 0; i < count; i++) if (!filter.has(docs[i])) docs[kept++] = docs[i];
      return kept;
    },
  };
}
