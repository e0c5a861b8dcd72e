/** A test of any document, in any order: what a clause that only has to check others' documents can be. */
export interface DocFilter {
  has(doc: number): boolean;
  /** Keeps those of the first `count` documents that pass, in order; returns how many. */
  keep(docs: Uint32Array, count: number): number;
}

/** Passes what the other one does not. */
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
