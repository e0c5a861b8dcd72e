/**
 * Finds the longest run of tokens that a rule knows. As in Lucene, the tokens follow each other,
 * whatever their positions.
 */
import type { Token } from '../analyzer.js';
import type { SynonymNode } from './synonym_rules.js';

export interface SynonymMatch {
  readonly length: number;
  readonly node: SynonymNode;
}

export function longestMatch(
  root: SynonymNode,
  tokens: readonly Token[],
  start: number,
): SynonymMatch | undefined {
  let node = root;
  let best: SynonymMatch | undefined;
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at];
    const next = node.next.get(token.term);
    if (!next) break;
    node = next;
    if (node.outputs.length > 0) best = { length: at - start + 1, node };
  }
  return best;
}
