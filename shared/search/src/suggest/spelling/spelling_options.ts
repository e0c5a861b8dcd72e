/**
 * The options of a search for similarly spelled words: for the `term` suggester, and for the
 * generators of the `phrase` suggester.
 */
import type { JsonValue } from '@skein/content';
import { floatOf, integerOf, textOf } from '../../queries/options.js';
import { illegal, type OptionReaders } from '../suggestion_options.js';
import { type DistanceName, isDistance } from './string_distance.js';

export type SuggestMode = 'missing' | 'popular' | 'always';
export type SuggestSort = 'score' | 'frequency';

export interface SpellingOptions {
  /**
   * `missing` suggests only for words that the index lacks, `popular` suggests only words in more
   * documents than the given word, `always` suggests any.
   */
  readonly suggestMode: SuggestMode;
  readonly sort: SuggestSort;
  readonly stringDistance: DistanceName;
  /** The minimum similarity to the word. */
  readonly accuracy: number;
  /** 1 or 2. */
  readonly maxEdits: number;
  /** Candidates inspected for each one wanted. */
  readonly maxInspections: number;
  /**
   * A word that more documents have is taken as correct; below 1 it is a share of the documents.
   */
  readonly maxTermFreq: number;
  /** The number of leading characters that must equal those of the word. */
  readonly prefixLength: number;
  readonly minWordLength: number;
  /** Candidates in fewer documents are ignored; below 1 it is a share of the documents. */
  readonly minDocFreq: number;
}

export const DEFAULT_SPELLING: SpellingOptions = {
  suggestMode: 'missing',
  sort: 'score',
  stringDistance: 'internal',
  accuracy: 0.5,
  maxEdits: 2,
  maxInspections: 5,
  maxTermFreq: Math.fround(0.01),
  prefixLength: 1,
  minWordLength: 4,
  minDocFreq: 0,
};

export type SpellingDraft = { -readonly [K in keyof SpellingOptions]: SpellingOptions[K] };

const MODES: readonly SuggestMode[] = ['missing', 'popular', 'always'];
const SORTS: readonly SuggestSort[] = ['score', 'frequency'];

/** Readers of these options, with the checks of the `term` suggester. */
export function spellingReaders(draft: SpellingDraft): OptionReaders {
  return {
    suggest_mode: (json) => {
      const mode = 'term.TermSuggestionBuilder.SuggestMode';
      draft.suggestMode = oneOf(MODES, json, `org.opensearch.search.suggest.${mode}`);
    },
    sort: (json) => {
      draft.sort = oneOf(SORTS, json, 'org.opensearch.search.suggest.SortBy');
    },
    string_distance: (json) => {
      draft.stringDistance = distanceOf(json);
    },
    accuracy: (json) => {
      draft.accuracy = floatOf(json);
      if (draft.accuracy < 0 || draft.accuracy > 1) {
        throw illegal('accuracy must be between 0 and 1');
      }
    },
    max_edits: (json) => {
      draft.maxEdits = integerOf(json);
      if (draft.maxEdits < 1 || draft.maxEdits > 2) {
        throw illegal('maxEdits must be between 1 and 2');
      }
    },
    max_inspections: (json) => {
      draft.maxInspections = atLeast(0, json, 'maxInspections must be positive');
    },
    max_term_freq: (json) => {
      draft.maxTermFreq = frequency(json, 'maxTermFreq');
    },
    min_doc_freq: (json) => {
      draft.minDocFreq = frequency(json, 'minDocFreq');
    },
    prefix_length: (json) => {
      draft.prefixLength = atLeast(0, json, 'prefixLength must be positive');
    },
    min_word_length: (json) => {
      draft.minWordLength = atLeast(1, json, 'minWordLength must be greater or equal to 1');
    },
  };
}

export function distanceOf(json: JsonValue): DistanceName {
  const name = textOf(json).toLowerCase();
  if (isDistance(name)) return name;
  throw illegal(`Illegal distance option ${textOf(json)}`);
}

export function sortOf(json: JsonValue): SuggestSort {
  return oneOf(SORTS, json, 'org.opensearch.search.suggest.SortBy');
}

function oneOf<T extends string>(names: readonly T[], json: JsonValue, type: string): T {
  const text = textOf(json);
  const name = names.find((each) => each === text.toLowerCase());
  if (name !== undefined) return name;
  throw illegal(`No enum constant ${type}.${text.toUpperCase()}`);
}

function atLeast(least: number, json: JsonValue, refusal: string): number {
  const number = integerOf(json);
  if (number >= least) return number;
  throw illegal(refusal);
}

function frequency(json: JsonValue, name: string): number {
  const number = floatOf(json);
  if (number < 0) throw illegal(`${name} must be positive`);
  if (number <= 1 || Number.isInteger(number)) return number;
  throw illegal(`if ${name} is greater than 1, it must not be a fraction`);
}
