/** The options of the `phrase` suggester. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { parseScript, type ScriptReference } from '@skein/script';
import {
  booleanOf,
  floatOf,
  integerOf,
  isScalar,
  textOf,
  tokenName,
} from '../../queries/options.js';
import { objectAt } from '../../request/object_fields.js';
import { placed } from '../placed.js';
import type { SuggestReading } from '../suggester.js';
import type { SuggestionOptions } from '../suggestion.js';
import {
  commonReaders,
  emptyDraft,
  finishDraft,
  illegal,
  type OptionReaders,
  readScalar,
} from '../suggestion_options.js';
import { type GeneratorOptions, parseGenerator } from './generator_options.js';
import { DEFAULT_SMOOTHING, parseSmoothing, type Smoothing } from './smoothing.js';

export interface PhraseOptions {
  /**
   * The highest number of wrong words; below 1 it is a share of the words. It is a float, as are
   * all fractions here.
   */
  readonly maxErrors: number;
  /** The text between the words of a shingle. */
  readonly separator: string;
  /** The likelihood that a word known to the index is the right one. */
  readonly realWordLikelihood: number;
  /** The factor by which a correction's score must exceed that of the text itself. */
  readonly confidence: number;
  /** The number of words in the longest shingle; when absent, the text's analyzer determines it. */
  readonly gramSize: number | undefined;
  /** True when shingles of the text do not count as words. */
  readonly forceUnigrams: boolean;
  /** Texts of this many words or more are not corrected. */
  readonly tokenLimit: number;
  readonly tags: Tags | undefined;
  readonly collate: Collate | undefined;
  readonly smoothing: Smoothing;
  readonly generators: readonly GeneratorOptions[];
}

export interface Tags {
  readonly pre: string;
  readonly post: string;
}

/** A query that is run for each correction. */
export interface Collate {
  readonly query: ScriptReference;
  readonly params: JsonObject;
  /** True when corrections that match no document are shown, too. */
  readonly prune: boolean;
}

type Draft = { -readonly [K in keyof PhraseOptions]: PhraseOptions[K] };

const NAME = 'phrase';

export function parsePhrase(json: JsonObject, reading: SuggestReading): SuggestionOptions {
  const common = emptyDraft();
  const draft: Draft = {
    maxErrors: 0.5,
    separator: ' ',
    realWordLikelihood: Math.fround(0.95),
    confidence: 1,
    gramSize: undefined,
    forceUnigrams: true,
    tokenLimit: 10,
    tags: undefined,
    collate: undefined,
    smoothing: DEFAULT_SMOOTHING,
    generators: [],
  };
  const readers = { ...commonReaders(common), ...scalarReaders(draft) };
  for (const [key, value = null] of Object.entries(json)) {
    if (isScalar(value) || value === null) {
      const known = value === null ? {} : readers;
      readScalar(known, key, { suggester: NAME, inside: json, ...reading });
    } else readStructure(draft, key, { json, ...reading });
  }
  return finishDraft(common, draft);
}

function scalarReaders(draft: Draft): OptionReaders {
  return {
    max_errors: (json) => {
      draft.maxErrors = above0(floatOf(json), 'max_error');
    },
    real_word_error_likelihood: (json) => {
      draft.realWordLikelihood = above0(floatOf(json), 'real_word_error_likelihood');
    },
    confidence: (json) => {
      draft.confidence = floatOf(json);
      if (draft.confidence < 0) throw illegal('confidence must be >= 0.0');
    },
    separator: (json) => {
      draft.separator = textOf(json);
    },
    gram_size: (json) => {
      draft.gramSize = atLeast1(integerOf(json), 'gramSize');
    },
    force_unigrams: (json) => {
      draft.forceUnigrams = booleanOf(json);
    },
    token_limit: (json) => {
      draft.tokenLimit = atLeast1(integerOf(json), 'token_limit');
    },
  };
}

function above0(value: number, name: string): number {
  if (value <= 0) throw illegal(`${name} must be > 0.0`);
  return value;
}

function atLeast1(value: number, name: string): number {
  if (value < 1) throw illegal(`${name} must be >= 1`);
  return value;
}

interface Structure extends SuggestReading {
  readonly json: JsonObject;
}

function readStructure(draft: Draft, key: string, place: Structure): void {
  const value = place.json[key] ?? null;
  if (key === 'direct_generator' && isJsonArray(value)) {
    draft.generators = generatorsIn(value, place);
  } else if (key === 'smoothing' && isJsonObject(value)) {
    draft.smoothing = parseSmoothing(value, place) ?? draft.smoothing;
  } else if (key === 'highlight' && isJsonObject(value)) draft.tags = tagsIn(value, place);
  else if (key === 'collate' && isJsonObject(value)) draft.collate = collateIn(value, place);
  else {
    const reason = `suggester[${NAME}]  doesn't support array field [${key}]`;
    throw placed(reason, place.json, { ...place, key });
  }
}

function generatorsIn(
  items: readonly JsonValue[],
  { json, ...reading }: Structure,
): readonly GeneratorOptions[] {
  return items.map((item) => {
    if (isJsonObject(item)) return parseGenerator(item, reading);
    const key = 'direct_generator';
    throw placed(`suggester[${NAME}] doesn't support field [${key}]`, json, { ...reading, key });
  });
}

function tagsIn(json: JsonObject, reading: SuggestReading): Tags | undefined {
  const tags = new Map<string, string>();
  for (const [key, value = null] of Object.entries(json)) {
    if (value === null) continue;
    if (!isScalar(value) || (key !== 'pre_tag' && key !== 'post_tag')) {
      const reason = `suggester[${NAME}][highlight] doesn't support field [${key}]`;
      throw placed(reason, json, { ...reading, key });
    }
    tags.set(key, textOf(value));
  }
  const [pre, post] = [tags.get('pre_tag'), tags.get('post_tag')];
  if (pre !== undefined && post !== undefined) return { pre, post };
  if (tags.size === 0) return undefined;
  throw illegal('Pre and post tag must both be null or both not be null.');
}

/** Reads `collate`; `undefined` when it has no query. */
function collateIn(json: JsonObject, reading: SuggestReading): Collate | undefined {
  let query: ScriptReference | undefined;
  let params: JsonObject = {};
  let prune = false;
  for (const [key, value = null] of Object.entries(json)) {
    if (key === 'query') query = scriptIn(json, reading);
    else if (key === 'params') params = isJsonObject(value) ? value : {};
    else if (key === 'prune') prune = pruneIn(json, reading);
    else {
      const reason = `suggester[${NAME}][collate] doesn't support field [${key}]`;
      throw placed(reason, json, { ...reading, key });
    }
  }
  return query && { query, params, prune };
}

function pruneIn(json: JsonObject, reading: SuggestReading): boolean {
  if (typeof json.prune === 'boolean') return json.prune;
  const reason = `suggester[${NAME}][collate] prune must be either 'true' or 'false'`;
  throw placed(reason, json, { ...reading, key: 'prune' });
}

function scriptIn(json: JsonObject, { locate }: SuggestReading): ScriptReference {
  const { query = null } = json;
  const script =
    tokenName(query) === 'VALUE_STRING'
      ? query
      : objectAt(json, 'query', { name: 'script', locate });
  const place = (at: JsonValue | undefined): string => {
    const location = locate(at);
    return location ? `[${location.line}:${location.column}] ` : '';
  };
  return parseScript(script, { place, defaultLang: 'mustache' });
}
