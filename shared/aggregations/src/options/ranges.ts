/** The option `ranges`: each range has `from`, `to` and a key, as the request gave them. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type Draft, into, itemsOf, readFields, textOf, tokenName } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';

export interface GivenRange {
  readonly key: string | undefined;
  readonly from: JsonValue | undefined;
  readonly to: JsonValue | undefined;
}

export function readRanges(json: JsonValue, { type, locate }: ParseContext): readonly GivenRange[] {
  return itemsOf(json).map((each) => {
    const draft: Draft<GivenRange> = { key: undefined, from: undefined, to: undefined };
    const bound = (value: JsonValue): JsonValue | undefined => value ?? undefined;
    readFields(
      objectOf(each),
      {
        key: into(draft, 'key', 'value', (value) => (value === null ? undefined : textOf(value))),
        from: into(draft, 'from', 'value', bound),
        to: into(draft, 'to', 'value', bound),
      },
      { name: type, locate },
    );
    return draft;
  });
}

function objectOf(json: JsonValue): JsonObject {
  if (isJsonObject(json)) return json;
  const found = `expecting token of type [START_OBJECT] but found [${tokenName(json)}]`;
  throw new ApiError('parsing_exception', `Failed to parse object: ${found}`);
}

/** Refuses an empty list of ranges. It is called at the shards, where OpenSearch checks it. */
export function requireRanges(ranges: readonly unknown[], name: string): void {
  if (ranges.length > 0) return;
  throw new ApiError(
    'illegal_argument_exception',
    `No [ranges] specified for the [${name}] aggregation`,
  );
}
