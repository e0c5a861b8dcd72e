/**
 * The ranges of `geo_distance`, which OpenSearch parses by hand: distances are numbers or texts,
 * and errors give no place.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseJavaDouble } from '@skein/mapping';
import { itemsOf, tokenName } from '@skein/reading';

export interface DistanceRange {
  readonly key: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

type Draft = { -readonly [Name in keyof DistanceRange]: DistanceRange[Name] };

export function readDistanceRanges(json: JsonValue): readonly DistanceRange[] {
  return itemsOf(json).map(readRange);
}

function readRange(json: JsonValue): DistanceRange {
  if (!isJsonObject(json)) {
    throw refused(`expecting token of type [START_OBJECT] but found [${tokenName(json)}]`);
  }
  const range: Draft = { key: undefined, from: undefined, to: undefined };
  for (const [name, value = null] of Object.entries(json)) take(range, name, value);
  return range;
}

function take(range: Draft, name: string, value: JsonObject[string]): void {
  if (isJsonObject(value) || isJsonArray(value) || typeof value === 'boolean') {
    throw refused(`unexpected token [${tokenName(value)}] found`);
  }
  const isText = typeof value === 'string';
  if (name === 'from' || name === 'to') {
    if (value !== null) range[name] = isText ? parseJavaDouble(value) : Number(value);
  } else if (name === 'key' && (isText || value === null)) {
    range.key = value ?? undefined;
  } else {
    throw refused(`unknown field [${name}] found`);
  }
}

function refused(found: string): ApiError {
  return new ApiError('parsing_exception', `Failed to parse object: ${found}`);
}
