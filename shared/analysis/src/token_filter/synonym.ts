/**
 * `synonym`: lays the words of synonyms over the words of the text: the second word stands with the
 * second. As in Lucene's `SynonymFilter`, a replaced word takes its position with it, including the
 * holes before it, and a synonym word without a word of the text stands one position after the word
 * before it.
 */
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import type { TokenBatch } from '../component.js';
import { newToken, tokenAt } from '../token.js';
import { longestMatch } from './synonym_match.js';
import { checkSynonymSettings, parseSynonyms, type SynonymNode } from './synonym_rules.js';

export const SYNONYM: TokenFilterType = {
  name: 'synonym',
  needsSettings: true,
  readsSettingsLate: true,
  check: (settings) => void checkSynonymSettings(settings),
  create: (settings, context) => {
    const root = parseSynonyms(settings, context.chain, context.outside);
    const searchOnly = settings.boolean('updateable', false);
    return {
      name: 'synonym',
      searchOnly,
      inRules: 'skipped',
      apply: (batch) => applyFlat(batch, root),
    };
  },
};

function applyFlat(batch: TokenBatch, root: SynonymNode): void {
  const input = batch.tokens;
  const added: Token[][] = [];
  const dropped = new Set<number>();
  for (let at = 0; at < input.length; ) {
    const match = longestMatch(root, input, at);
    if (!match) {
      at++;
      continue;
    }
    for (const output of match.node.outputs) {
      layOut(output, { input, added, at, length: match.length, keeps: match.node.keepsOriginal });
    }
    if (!match.node.keepsOriginal) for (let i = 0; i < match.length; i++) dropped.add(at + i);
    at += match.length;
  }
  const tokens: Token[] = [];
  for (let at = 0; at < Math.max(input.length, added.length); at++) {
    const original = input[at];
    const isKept = original !== undefined && !dropped.has(at);
    if (isKept) tokens.push(original);
    const [first, ...others] = added[at] ?? [];
    if (first) first.positionIncrement = isKept ? 0 : 1;
    for (const other of others) other.positionIncrement = 0;
    if (first) tokens.push(first, ...others);
  }
  batch.tokens = tokens;
}

interface Place {
  readonly input: readonly Token[];
  readonly added: Token[][];
  readonly at: number;
  readonly length: number;
  readonly keeps: boolean;
}

function layOut(output: readonly string[], place: Place): void {
  const { input, added, at, length } = place;
  const last = input[at + length - 1];
  output.forEach((word, index) => {
    const beside = input[at + index] ?? input[input.length - 1];
    const made =
      output.length === 1
        ? newToken(word, beside.startOffset, last.endOffset, 'SYNONYM')
        : tokenAt(beside, word, 1);
    made.type = 'SYNONYM';
    made.keyword = false;
    made.positionLength = output.length === 1 && place.keeps ? length : 1;
    const slot = added[at + index] ?? [];
    slot.push(made);
    added[at + index] = slot;
  });
}
