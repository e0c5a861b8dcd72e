/** `ranges`: each with `from`, `to` and a key, as they were given. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { into, itemsOf, readFields, textOf, tokenName } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';

export interface GivenRange {
  readonly key: string | undefined;
  readonly from: JsonValue | undefined;
  readonly to: JsonValue | undefined;
  /** Of addresses: a network. */
  readonly mask: string | undefined;
}

export function readRanges(
  json: JsonValue,
  { type, locate }: ParseContext,
  checkMask?: (mask: string) => void,
): readonly GivenRange[] {
  return itemsOf(json).map((each) => {
    const draft = {
      key: undefined as string | undefined,
      from: undefined as JsonValue | undefined,
      to: undefined as JsonValue | undefined,
      mask: undefined as string | undefined,
    };
    const bound = (value: JsonValue): JsonValue | undefined => value ?? undefined;
    const json = objectOf(each);
    if (checkMask) checkNames(json);
    readFields(
      json,
      {
        key: into(draft, 'key', 'value', (value) => (value === null ? undefined : textOf(value))),
        from: into(draft, 'from', 'value', bound),
        to: into(draft, 'to', 'value', bound),
        ...(checkMask
          ? {
              mask: into(draft, 'mask', 'string', (value) => {
                checkMask(textOf(value));
                return textOf(value);
              }),
            }
          : {}),
      },
      { name: type, locate },
    );
    return draft;
  });
}

const OF_ADDRESSES: ReadonlySet<string> = new Set(['key', 'from', 'to', 'mask']);

/** Of ranges of addresses, which OpenSearch reads by hand. */
function checkNames(json: JsonObject): void {
  const unknown = Object.keys(json).find((name) => !OF_ADDRESSES.has(name));
  if (unknown === undefined) return;
  throw new ApiError('parsing_exception', `Unexpected ip range parameter: [${unknown}]`);
}

function objectOf(json: JsonValue): JsonObject {
  if (isJsonObject(json)) return json;
  const found = `expecting token of type [START_OBJECT] but found [${tokenName(json)}]`;
  throw new ApiError('parsing_exception', `Failed to parse object: ${found}`);
}

/** At the shards, as OpenSearch finds it there. */
export function requireRanges(ranges: readonly unknown[], name: string): void {
  if (ranges.length > 0) return;
  throw new ApiError(
    'illegal_argument_exception',
    `No [ranges] specified for the [${name}] aggregation`,
  );
}
