/**
 * `shingle`: joins neighbouring words to one token, for fast phrases. A filler stands for each
 * removed word.
 */
import { illegalArgument } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenFilterType } from '../build/component_type.js';
import type { TokenBatch } from '../component.js';
import { copyToken, newToken } from '../token.js';

interface ShingleOptions {
  readonly min: number;
  readonly max: number;
  readonly unigrams: boolean;
  readonly unigramsIfNone: boolean;
  readonly separator: string;
  readonly filler: string;
}

/** A word, or the filler in place of a removed word. */
interface Slot {
  readonly token: Token;
  readonly isFiller: boolean;
}

export const SHINGLE: TokenFilterType = {
  name: 'shingle',
  readsSettingsLate: true,
  check: (settings, { indexSettings }) =>
    checkDifference(
      optionsOf(settings),
      Number(indexSettings.get('index.max_shingle_diff') ?? '3'),
    ),
  create: (settings) => {
    const options = optionsOf(settings);
    checkSizes(options);
    return {
      name: 'shingle',
      shingles: { min: options.min, max: options.max, unigrams: options.unigrams },
      forbidsGraphs: options.unigrams || options.min !== options.max,
      inRules: 'refused',
      apply: (batch) => {
        batch.tokens = shingles(fillHoles(batch, options), options);
      },
    };
  },
};

function optionsOf(settings: ComponentSettings): ShingleOptions {
  return {
    min: settings.integer('min_shingle_size', 2),
    max: settings.integer('max_shingle_size', 2),
    unigrams: settings.boolean('output_unigrams', true),
    unigramsIfNone: settings.boolean('output_unigrams_if_no_shingles', false),
    separator: settings.string('token_separator') ?? ' ',
    filler: settings.string('filler_token') ?? '_',
  };
}

function checkSizes(options: ShingleOptions): void {
  if (options.max < 2) throw illegalArgument('Max shingle size must be >= 2');
  if (options.min < 2) throw illegalArgument('Min shingle size must be >= 2');
  if (options.min > options.max)
    throw illegalArgument('Min shingle size must be <= max shingle size');
}

function checkDifference({ min, max, unigrams }: ShingleOptions, most: number): void {
  const diff = max - min + (unigrams ? 1 : 0);
  if (diff <= most) return;
  throw illegalArgument(
    `In Shingle TokenFilter the difference between max_shingle_size and min_shingle_size (and +1 if outputting unigrams) must be less than or equal to: [${most}] but was [${diff}]. This limit can be set by changing the [index.max_shingle_diff] index level setting.`,
  );
}

/**
 * Puts fillers into the holes of removed words. `max - 1` fillers are enough for a hole: no shingle
 * reaches over more.
 */
function fillHoles(
  { tokens, trailingIncrement, finalOffset }: TokenBatch,
  options: ShingleOptions,
): Slot[] {
  const slots: Slot[] = [];
  const fill = (holes: number, at: number, keyword: boolean): void => {
    for (let i = 0; i < Math.min(holes, options.max - 1); i++) {
      const token = newToken(options.filler, at, at, 'word');
      token.keyword = keyword;
      slots.push({ token, isFiller: true });
    }
  };
  for (const token of tokens) {
    fill(token.positionIncrement - 1, token.startOffset, token.keyword);
    slots.push({ token, isFiller: false });
  }
  fill(trailingIncrement, finalOffset, false);
  return slots;
}

function shingles(slots: readonly Slot[], options: ShingleOptions): Token[] {
  const tokens: Token[] = [];
  const unigrams = options.unigrams || (options.unigramsIfNone && slots.length < options.min);
  let pending = 0;
  for (let start = 0; start < slots.length; start++) {
    const slot = slots[start];
    pending++;
    const emit = (token: Token) => {
      token.positionIncrement = pending;
      pending = 0;
      tokens.push(token);
    };
    if (unigrams && !slot.isFiller) {
      const word = copyToken(slot.token, slot.token.term, 1);
      word.positionLength = 1;
      emit(word);
    }
    let term = slot.token.term;
    let words = slot.isFiller ? 0 : 1;
    for (let size = 2; size <= options.max && start + size <= slots.length; size++) {
      const last = slots[start + size - 1];
      term += options.separator + last.token.term;
      if (!last.isFiller) words++;
      if (size < options.min || words === 0) continue;
      const shingle = newToken(term, slot.token.startOffset, last.token.endOffset, 'shingle');
      shingle.positionLength = unigrams ? size : size - options.min + 1;
      shingle.keyword = slot.token.keyword;
      emit(shingle);
    }
  }
  return tokens;
}
