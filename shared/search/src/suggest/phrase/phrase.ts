/**
 * `phrase`: suggests the whole text with some of its words replaced. Generators provide candidates
 * for each word, and a language model of shingles rates their combinations (a noisy channel).
 */
import type { Analyzer, Token } from '@skein/analysis';
import { float32, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { analyzedText } from '../../text/query_text.js';
import { FieldTerms } from '../spelling/field_terms.js';
import {
  type BoundSuggestion,
  joinByText,
  type Suggester,
  type SuggestShard,
} from '../suggester.js';
import type { SuggestEntry, SuggestionRequest, SuggestOption } from '../suggestion.js';
import { illegal } from '../suggestion_options.js';
import {
  CandidateGenerator,
  type CandidateSet,
  drawCandidates,
  type Generator,
} from './candidates.js';
import { collator } from './collate.js';
import { bestCorrections, type Correction, correctionText, phraseScore } from './corrections.js';
import { fieldGenerator, type GeneratorOptions, spellingOf } from './generator_options.js';
import { languageModel } from './language_model.js';
import { type PhraseOptions, parsePhrase } from './phrase_options.js';

/** The options that `parse` has read. */
function optionsOf({ own }: SuggestionRequest): PhraseOptions {
  return own as PhraseOptions;
}

export const phrase: Suggester = {
  name: 'phrase',
  parse: parsePhrase,
  bind: (suggestion, shard) => {
    const bound = bindPhrase(suggestion, shard);
    return {
      suggest: () => [suggest(bound)],
      suggestNothing: () => [entryOf(suggestion, { options: [], cutoff: Number.MIN_VALUE })],
    };
  },
  reduce: (entries) => {
    const cutoff = Math.max(...entries.map((entry) => entry.cutoff ?? 0));
    const options = joinByText(entries, join).filter(({ score }) => score > cutoff);
    return options.sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  },
  render: ({ text, highlighted, score, collateMatch }): JsonObject => ({
    text,
    ...(highlighted === undefined ? {} : { highlighted }),
    score: float32(score),
    ...(collateMatch === undefined ? {} : { collate_match: collateMatch }),
  }),
};

function join(one: SuggestOption, other: SuggestOption): SuggestOption {
  const { collateMatch = other.collateMatch } = one;
  return {
    ...one,
    score: Math.max(one.score, other.score),
    collateMatch: collateMatch === undefined ? undefined : collateMatch || other.collateMatch,
  };
}

interface BoundPhrase {
  readonly suggestion: BoundSuggestion;
  readonly options: PhraseOptions;
  readonly gramSize: number;
  readonly generators: readonly Generator[];
  readonly matches: ((correction: string) => boolean) | undefined;
  readonly shard: SuggestShard;
}

function bindPhrase(suggestion: BoundSuggestion, shard: SuggestShard): BoundPhrase {
  const options = optionsOf(suggestion);
  const asked = options.generators.map((each) => bindGenerator(each, shard));
  const matches = options.collate && collator(options.collate, shard);
  const { shingles } = suggestion.textAnalyzer;
  const generators = asked.length > 0 ? asked : [ownGenerator(suggestion, shard)];
  const gramSize = options.gramSize ?? shingles?.max ?? 1;
  return { suggestion, options, gramSize, generators, matches, shard };
}

function bindGenerator(options: GeneratorOptions, { searcher, context }: SuggestShard): Generator {
  const { field, size, preFilter, postFilter } = options;
  const analyzer = (name: string | undefined): Analyzer | undefined => {
    if (name === undefined) return undefined;
    const found = context.analysis.analyzer(name);
    if (found === undefined) throw illegal(`Analyzer [${name}] doesn't exists`);
    return found;
  };
  return {
    // An alias stands for its field, as in all queries.
    terms: new FieldTerms(context.mapping.field(field)?.spec.name ?? field, searcher),
    size,
    preFilter: analyzer(preFilter),
    postFilter: analyzer(postFilter),
    spelling: spellingOf(options),
  };
}

/**
 * The generator used when the request names none: its candidates are the words of the field itself.
 */
function ownGenerator(suggestion: BoundSuggestion, shard: SuggestShard): Generator {
  const { shingles } = suggestion.textAnalyzer;
  if (shingles && !shingles.unigrams && optionsOf(suggestion).forceUnigrams) {
    throw illegal(
      `The default candidate generator for phrase suggest can't operate on field: [${suggestion.field}] since it doesn't emit unigrams. If this is intentional try to set the candidate generator field explicitly`,
    );
  }
  return bindGenerator(fieldGenerator(suggestion.field), shard);
}

function entryOf(
  { text }: BoundSuggestion,
  { options, cutoff }: Pick<SuggestEntry, 'options'> & { readonly cutoff: number },
): SuggestEntry {
  return { text, offset: 0, length: text.length, options, cutoff };
}

function suggest(bound: BoundPhrase): SuggestEntry {
  const { suggestion, options, shard, matches } = bound;
  const { corrections, cutoff } = correct(bound);
  const shown: SuggestOption[] = [];
  for (const correction of corrections) {
    const text = correctionText(correction);
    const isMatch = matches?.(text);
    if (isMatch === false && options.collate?.prune !== true) continue;
    const score = Math.fround(correction.score);
    if (!(score > cutoff)) continue;
    const highlighted = options.tags && correctionText(correction, options.tags);
    const collateMatch = options.collate?.prune === true ? isMatch : undefined;
    shown.push({ text, score, highlighted, collateMatch });
    shard.searcher.checkCancelled();
  }
  return entryOf(suggestion, { options: shown, cutoff });
}

interface Corrected {
  readonly corrections: readonly Correction[];
  readonly cutoff: number;
}

const NOT_CORRECTED: Corrected = { corrections: [], cutoff: Number.MIN_VALUE };

function correct({ suggestion, options, gramSize, generators, shard }: BoundPhrase): Corrected {
  const { realWordLikelihood, confidence, separator, tokenLimit, maxErrors } = options;
  const known = generators
    .filter(({ terms }) => terms.exist)
    .map((generator) => new CandidateGenerator(generator, realWordLikelihood));
  const terms = new FieldTerms(suggestion.mapped.spec.name, shard.searcher);
  const [first] = known;
  if (first === undefined || !terms.exist) return NOT_CORRECTED;
  const sets = wordsOf(suggestion, first);
  if (sets.length === 0 || sets.length >= tokenLimit) return NOT_CORRECTED;
  const most = suggestion.shardSize;
  drawCandidates(sets, known, most);
  const model = languageModel(options.smoothing, { terms, separator });
  const scoring = { model, gramSize, realWordLikelihood };
  const cutoff =
    confidence > 0 ? phraseScore(inputsOf(sets), scoring) * confidence : Number.MIN_VALUE;
  const checkCancelled = (): void => shard.searcher.checkCancelled();
  const searched = { ...scoring, maxErrors, most, cutoff, checkCancelled };
  return { corrections: bestCorrections(sets, searched), cutoff };
}

function inputsOf(sets: readonly CandidateSet[]) {
  return sets.map(({ input }) => input);
}

/**
 * The words of the text; words that the analyzer adds as synonyms are candidates from the start.
 */
function wordsOf(suggestion: BoundSuggestion, generator: CandidateGenerator): CandidateSet[] {
  const { forceUnigrams } = optionsOf(suggestion);
  const { tokens } = analyzedText(suggestion.textAnalyzer, suggestion.text);
  const words = forceUnigrams ? tokens.filter(({ type }) => type !== 'shingle') : tokens;
  if (words.length === 0 && tokens.length > 0) {
    const reason = 'At least one unigram is required but all tokens were ngrams';
    throw new ApiError('illegal_state_exception', reason);
  }
  const sets: CandidateSet[] = [];
  for (const token of words) {
    const last = sets.at(-1);
    if (isSynonym(token) && last !== undefined) {
      const synonym = generator.synonym(token.term);
      if (synonym) last.candidates = [...last.candidates, synonym];
    } else sets.push({ input: generator.input(token.term), candidates: [] });
  }
  return sets;
}

function isSynonym({ positionIncrement, type }: Token): boolean {
  return positionIncrement === 0 && type === 'SYNONYM';
}
