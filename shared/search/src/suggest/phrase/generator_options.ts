/** `direct_generator`: options of a source of candidates for the words of the text. */
import type { JsonObject, JsonValue } from '@skein/content';
import { floatOf, integerOf, textOf } from '../../queries/options.js';
import { type FieldReaders, into, readFields } from '../../request/object_fields.js';
import {
  DEFAULT_SPELLING,
  distanceOf,
  type SpellingOptions,
  type SuggestMode,
  sortOf,
} from '../spelling/spelling_options.js';
import type { SuggestReading } from '../suggester.js';
import { DEFAULT_SIZE, illegal } from '../suggestion_options.js';

/**
 * The options as the request has them; as in OpenSearch, names are looked up when the suggestion is
 * bound.
 */
export interface GeneratorOptions {
  readonly field: string;
  /** The highest number of candidates for each word. */
  readonly size: number;
  /** The name of the analyzer applied to words before candidates are searched. */
  readonly preFilter: string | undefined;
  /** The name of the analyzer applied to candidates. */
  readonly postFilter: string | undefined;
  readonly suggestMode: string | undefined;
  readonly sort: string | undefined;
  readonly stringDistance: string | undefined;
  readonly numbers: SpellingNumbers;
}

type SpellingNumbers = Partial<
  Pick<
    SpellingOptions,
    | 'accuracy'
    | 'maxEdits'
    | 'maxInspections'
    | 'maxTermFreq'
    | 'minDocFreq'
    | 'minWordLength'
    | 'prefixLength'
  >
>;

type Draft = {
  -readonly [K in keyof Omit<GeneratorOptions, 'field' | 'numbers'>]: GeneratorOptions[K];
} & { field: string | undefined; numbers: { -readonly [K in keyof SpellingNumbers]: number } };

export function fieldGenerator(field: string): GeneratorOptions {
  return {
    field,
    size: DEFAULT_SIZE,
    preFilter: undefined,
    postFilter: undefined,
    suggestMode: undefined,
    sort: undefined,
    stringDistance: undefined,
    numbers: {},
  };
}

export function parseGenerator(json: JsonObject, { locate }: SuggestReading): GeneratorOptions {
  const draft: Draft = { ...fieldGenerator(''), field: undefined, numbers: {} };
  readFields(json, readersOf(draft), { name: 'direct_generator', locate });
  const { field, ...others } = draft;
  if (field === undefined) throw illegal('Required [field]');
  return { field, ...others };
}

function readersOf(draft: Draft): FieldReaders {
  const { numbers } = draft;
  return {
    field: into(draft, 'field', 'string', textOf),
    pre_filter: into(draft, 'preFilter', 'string', textOf),
    post_filter: into(draft, 'postFilter', 'string', textOf),
    suggest_mode: into(draft, 'suggestMode', 'string', textOf),
    sort: into(draft, 'sort', 'string', textOf),
    string_distance: into(draft, 'stringDistance', 'string', textOf),
    size: into(draft, 'size', 'number', sizeOf),
    accuracy: into(numbers, 'accuracy', 'number', floatOf),
    max_term_freq: into(numbers, 'maxTermFreq', 'number', floatOf),
    min_doc_freq: into(numbers, 'minDocFreq', 'number', floatOf),
    max_edits: into(numbers, 'maxEdits', 'number', maxEditsOf),
    max_inspections: into(numbers, 'maxInspections', 'number', integerOf),
    min_word_length: into(numbers, 'minWordLength', 'number', integerOf),
    prefix_length: into(numbers, 'prefixLength', 'number', integerOf),
  };
}

function sizeOf(json: JsonValue): number {
  const size = integerOf(json);
  if (size <= 0) throw illegal('Size must be positive');
  return size;
}

function maxEditsOf(json: JsonValue): number {
  const edits = integerOf(json);
  if (edits < 1 || edits > 2) throw illegal(`Illegal max_edits value ${edits}`);
  return edits;
}

/** The options of the search for similar words; throws if any of them is invalid. */
export function spellingOf(options: GeneratorOptions): SpellingOptions {
  const { suggestMode, sort, stringDistance, numbers } = options;
  const spelling = {
    ...DEFAULT_SPELLING,
    ...numbers,
    ...(suggestMode === undefined ? {} : { suggestMode: modeOf(suggestMode) }),
    ...(sort === undefined ? {} : { sort: sortOf(sort) }),
    ...(stringDistance === undefined ? {} : { stringDistance: distanceOf(stringDistance) }),
  };
  checkFrequency(spelling.maxTermFreq);
  checkFrequency(spelling.minDocFreq);
  if (spelling.maxInspections < 0) throw illegal('maxInspections must be positive');
  return spelling;
}

function modeOf(name: string): SuggestMode {
  const mode = name.toLowerCase();
  if (mode === 'missing' || mode === 'popular' || mode === 'always') return mode;
  throw illegal(`Illegal suggest mode ${mode}`);
}

function checkFrequency(frequency: number): void {
  if (frequency < 1 || Number.isInteger(frequency)) return;
  throw illegal('Fractional absolute document frequencies are not allowed');
}
