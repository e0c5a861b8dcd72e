/** The options of the `completion` suggester. */
import type { JsonObject, JsonValue } from '@skein/content';
import type { FuzzyPrefixOptions, RegexpFlags } from '@skein/search_library';
import { editsOf, givenFuzziness } from '../../queries/fuzziness.js';
import { booleanOf, integerOf, textOf } from '../../queries/options.js';
import {
  ALL_REGEXP_FLAGS,
  DEFAULT_MAX_DETERMINIZED_STATES,
  flagsOfBits,
  namedFlags,
} from '../../queries/regexp.js';
import { into, readFields } from '../../request/object_fields.js';
import type { SuggestReading } from '../suggester.js';
import type { SuggestionOptions } from '../suggestion.js';
import { emptyDraft, finishDraft, illegal } from '../suggestion_options.js';

export interface CompletionOptions {
  /** Absent when inputs must begin with exactly the typed text. */
  readonly fuzzy: FuzzyPrefixOptions | undefined;
  readonly regex: RegexOptions | undefined;
  /** Contexts by name, as the request has them: they are read according to the mapping. */
  readonly contexts: JsonObject | undefined;
  readonly skipDuplicates: boolean;
}

interface RegexOptions {
  readonly flags: RegexpFlags;
  readonly maxDeterminizedStates: number;
}

type Draft<T> = { -readonly [K in keyof T]: T[K] };

const DEFAULT_FUZZY: FuzzyPrefixOptions = {
  maxEdits: 1,
  transpositions: true,
  prefixLength: 1,
  minLength: 3,
  unicodeAware: false,
};

export const DEFAULT_REGEX: RegexOptions = {
  flags: ALL_REGEXP_FLAGS,
  maxDeterminizedStates: DEFAULT_MAX_DETERMINIZED_STATES,
};

export function parseCompletion(json: JsonObject, { locate }: SuggestReading): SuggestionOptions {
  const common = emptyDraft();
  const draft: Draft<CompletionOptions> = {
    fuzzy: undefined,
    regex: undefined,
    contexts: undefined,
    skipDuplicates: false,
  };
  const contexts = into(draft, 'contexts', 'object', (value) => value);
  readFields(
    json,
    {
      fuzzy: into(draft, 'fuzzy', 'object_or_boolean', (value) =>
        typeof value === 'boolean' ? (value ? DEFAULT_FUZZY : undefined) : fuzzyOf(value, locate),
      ),
      regex: into(draft, 'regex', 'object', (value) => regexOf(value, locate)),
      field: into(common, 'field', 'string', textOf),
      analyzer: into(common, 'analyzer', 'string', textOf),
      size: into(common, 'size', 'number', sizeOf),
      shard_size: into(common, 'shardSize', 'number', integerOf),
      contexts,
      context: contexts,
      skip_duplicates: into(draft, 'skipDuplicates', 'boolean', booleanOf),
    },
    { name: 'completion', locate },
  );
  return finishDraft(common, draft);
}

function sizeOf(json: JsonValue): number {
  const size = integerOf(json);
  if (size <= 0) throw illegal('size must be positive');
  return size;
}

function notNegative(json: JsonValue, name: string): number {
  const value = integerOf(json);
  if (value < 0) throw illegal(`${name} must not be negative`);
  return value;
}

/** The flags by their names, or the sum of their bits. */
function flagsOf(json: JsonValue): RegexpFlags {
  return typeof json === 'number' ? flagsOfBits(integerOf(json)) : namedFlags(textOf(json));
}

/** A word of the length for which an edit distance is computed when no word is given. */
const SOME_WORD = '12345';

function fuzzyOf(json: JsonObject, locate: SuggestReading['locate']): FuzzyPrefixOptions {
  const fuzzy: Draft<FuzzyPrefixOptions> = { ...DEFAULT_FUZZY };
  readFields(
    json,
    {
      fuzziness: into(fuzzy, 'maxEdits', 'value', (value) =>
        editsOf(givenFuzziness(value), SOME_WORD),
      ),
      transpositions: into(fuzzy, 'transpositions', 'boolean', booleanOf),
      min_length: into(fuzzy, 'minLength', 'number', (value) =>
        notNegative(value, 'fuzzyMinLength'),
      ),
      prefix_length: into(fuzzy, 'prefixLength', 'number', (value) =>
        notNegative(value, 'fuzzyPrefixLength'),
      ),
      unicode_aware: into(fuzzy, 'unicodeAware', 'boolean', booleanOf),
      // Automata are built only as far as keys lead them here, so no limit is needed in advance.
      max_determinized_states: [
        'number',
        (value) => void notNegative(value, 'maxDeterminizedStates'),
      ],
    },
    { name: 'fuzzy', locate },
  );
  return fuzzy;
}

function regexOf(json: JsonObject, locate: SuggestReading['locate']): RegexOptions {
  const regex: Draft<RegexOptions> = { ...DEFAULT_REGEX };
  readFields(
    json,
    {
      flags: into(regex, 'flags', 'value', flagsOf),
      max_determinized_states: into(regex, 'maxDeterminizedStates', 'number', (value) =>
        notNegative(value, 'maxDeterminizedStates'),
      ),
    },
    { name: 'regex', locate },
  );
  return regex;
}
