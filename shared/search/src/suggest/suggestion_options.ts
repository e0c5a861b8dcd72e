/** Reads the options of one suggester: each scalar is passed to its reader by name. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { integerOf, isScalar, textOf, withPlace } from '../queries/options.js';
import { placed } from './placed.js';
import type { SuggestReading } from './suggester.js';
import type { SuggestionOptions } from './suggestion.js';

export type OptionReaders = Readonly<Record<string, (json: JsonValue) => void>>;

export const DEFAULT_SIZE = 5;

type Draft = { -readonly [K in keyof SuggestionOptions]: SuggestionOptions[K] | undefined };

/** Readers of the options that all suggesters share. */
export function commonReaders(draft: Draft): OptionReaders {
  return {
    field: (json) => {
      draft.field = textOf(json);
    },
    analyzer: (json) => {
      draft.analyzer = textOf(json);
    },
    size: (json) => {
      draft.size = integerOf(json);
      if (draft.size <= 0) throw illegal('size must be positive');
    },
    shard_size: (json) => {
      draft.shardSize = integerOf(json);
    },
  };
}

export function emptyDraft(): Draft {
  return {
    field: undefined,
    analyzer: undefined,
    size: undefined,
    shardSize: undefined,
    own: undefined,
  };
}

export function finishDraft({ field, analyzer, size, shardSize }: Draft, own: unknown) {
  if (field === undefined) {
    throw new ApiError('parse_exception', 'the required field option [field] is missing');
  }
  if (field === '') throw illegal('suggestion field name is empty');
  return { field, analyzer, size: size ?? DEFAULT_SIZE, shardSize, own };
}

interface ScalarPlace extends SuggestReading {
  readonly suggester: string;
  readonly inside: JsonObject;
}

/** Passes a scalar to its reader. */
export function readScalar(
  readers: OptionReaders,
  key: string,
  { suggester, inside, locate }: ScalarPlace,
): void {
  const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
  if (read === undefined) {
    const reason = `suggester[${suggester}] doesn't support field [${key}]`;
    throw placed(reason, inside, { locate, key });
  }
  try {
    read(inside[key] ?? null);
  } catch (thrown) {
    throw withPlace(thrown, { locate, inside, key });
  }
}

/** Reads the options of a suggester that takes only scalars. */
export function readScalars(
  suggester: string,
  json: JsonObject,
  readers: OptionReaders,
  { locate }: SuggestReading,
): void {
  for (const [key, value = null] of Object.entries(json)) {
    if (!isScalar(value)) {
      throw placed(`suggester[${suggester}] parsing failed on [${key}]`, json, { locate, key });
    }
    readScalar(readers, key, { suggester, inside: json, locate });
  }
}

export function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
