/** `term`: suggests, for each word of a text, words of a field that are spelled like it. */
import { float32, type JsonObject } from '@skein/content';
import { analyzedText } from '../../text/query_text.js';
import { FieldTerms } from '../spelling/field_terms.js';
import { type SimilarWord, SORTS, similarWords } from '../spelling/similar_words.js';
import {
  DEFAULT_SPELLING,
  type SpellingDraft,
  type SpellingOptions,
  spellingReaders,
} from '../spelling/spelling_options.js';
import { type BoundSuggestion, joinByText, type Suggester } from '../suggester.js';
import type { SuggestEntry, SuggestionRequest, SuggestOption } from '../suggestion.js';
import { commonReaders, emptyDraft, finishDraft, readScalars } from '../suggestion_options.js';

/** The options that `parse` has read. */
function spellingOf({ own }: SuggestionRequest): SpellingOptions {
  return own as SpellingOptions;
}

/** Entries for the words of the text, still without options. */
function wordsOf({ text, textAnalyzer }: BoundSuggestion): readonly SuggestEntry[] {
  return analyzedText(textAnalyzer, text).tokens.map(({ term: word, startOffset, endOffset }) => ({
    text: word,
    offset: startOffset,
    length: endOffset - startOffset,
    options: [],
  }));
}

function wordIn({ text, score, freq = 0 }: SuggestOption): SimilarWord {
  return { text, score, freq };
}

/** Joins an option of two shards: the documents of both are counted. */
function join(one: SuggestOption, other: SuggestOption): SuggestOption {
  return {
    text: one.text,
    score: Math.max(one.score, other.score),
    freq: (one.freq ?? 0) + (other.freq ?? 0),
  };
}

export const term: Suggester = {
  name: 'term',
  parse: (json, reading) => {
    const draft = emptyDraft();
    const spelling: SpellingDraft = { ...DEFAULT_SPELLING };
    const readers = { ...commonReaders(draft), ...spellingReaders(spelling) };
    readScalars('term', json, readers, reading);
    return finishDraft(draft, spelling);
  },
  bind: (suggestion, { searcher }) => ({
    suggest: () => {
      const terms = new FieldTerms(suggestion.mapped.spec.name, searcher);
      const options = { ...spellingOf(suggestion), size: suggestion.shardSize };
      return wordsOf(suggestion).map((entry) => ({
        ...entry,
        options: similarWords(entry.text, terms, options),
      }));
    },
    suggestNothing: () => wordsOf(suggestion),
  }),
  reduce: (entries, suggestion) => {
    const compare = SORTS[spellingOf(suggestion).sort];
    return joinByText(entries, join).sort((a, b) => compare(wordIn(a), wordIn(b)));
  },
  render: ({ text, score, freq = 0 }): JsonObject => ({ text, score: float32(score), freq }),
};
