/** Some of the documents of a block, as a block of their own. */
import type { DocBlock } from './doc_block.js';

/** The documents at `rows`, copied. */
export function narrowed(block: DocBlock, rows: Uint32Array, count: number): DocBlock {
  const { docs, owners, scores } = block;
  const kept = {
    count,
    docs: new Uint32Array(count),
    owners: new Uint32Array(count),
    scores: scores && new Float32Array(count),
  };
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    kept.docs[i] = docs[row];
    kept.owners[i] = owners[row];
    if (scores !== undefined && kept.scores !== undefined) kept.scores[i] = scores[row];
  }
  return kept;
}
