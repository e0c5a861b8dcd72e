/** `synonym`: words of synonyms are laid over the positions of the text; the second word stands with the second. */
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import type { TokenBatch } from '../component.js';
import { copyToken, newToken } from '../token.js';
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

/** The tokens at one place of the input, originals first. */
interface Slot {
  readonly increment: number;
  readonly tokens: Token[];
}

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
  const slots = Array.from({ length: Math.max(input.length, added.length) }, (_, at): Slot => {
    const original = input[at];
    const kept = original && !dropped.has(at) ? [original] : [];
    return { increment: original?.positionIncrement ?? 1, tokens: [...kept, ...(added[at] ?? [])] };
  });
  emit(batch, slots);
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
  const last = input[at + length - 1] as Token;
  output.forEach((word, index) => {
    const beside = input[at + index] ?? (input[input.length - 1] as Token);
    const made =
      output.length === 1
        ? newToken(word, beside.startOffset, last.endOffset, 'SYNONYM')
        : copyToken(beside, word, 1);
    made.type = 'SYNONYM';
    made.keyword = false;
    made.positionLength = output.length === 1 && place.keeps ? length : 1;
    const slot = added[at + index] ?? [];
    slot.push(made);
    added[at + index] = slot;
  });
}

function emit(batch: TokenBatch, slots: readonly Slot[]): void {
  const tokens: Token[] = [];
  let pending = 0;
  for (const slot of slots) {
    pending += slot.increment;
    for (const token of slot.tokens) {
      token.positionIncrement = pending;
      pending = 0;
      tokens.push(token);
    }
  }
  batch.tokens = tokens;
  batch.trailingIncrement += pending;
}
