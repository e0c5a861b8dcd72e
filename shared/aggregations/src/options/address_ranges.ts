/**
 * The `ranges` of `ip_range`, which OpenSearch parses by hand: every bound is a text, and must be
 * an address when it is parsed.
 */
import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseCidr, parseIp } from '@skein/mapping';
import { type Draft, itemsOf, textOf, textOrNull, tokenName } from '@skein/reading';

/** A range of addresses; an end that is `undefined` is open. */
export interface AddressRange {
  readonly key: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** A network as `ip/prefix`; if it is given, the bounds are not used. */
  readonly mask: string | undefined;
}

export function readAddressRanges(json: JsonValue): readonly AddressRange[] {
  return itemsOf(json).map(readRange);
}

function readRange(json: JsonValue): AddressRange {
  if (!isJsonObject(json)) {
    throw refused(`[ranges] must contain objects, but hit a ${tokenName(json)}`);
  }
  const range: Draft<AddressRange> = {
    key: undefined,
    from: undefined,
    to: undefined,
    mask: undefined,
  };
  for (const [name, value = null] of Object.entries(json)) {
    if (name === 'key' || name === 'mask') range[name] = textOf(value);
    else if (name === 'from' || name === 'to') range[name] = textOrNull(value);
    else throw refused(`Unexpected ip range parameter: [${name}]`);
  }
  check(range);
  return range;
}

function check({ mask, from, to }: AddressRange): void {
  if (mask === undefined) {
    if (from !== undefined) parseIp(from);
    if (to !== undefined) parseIp(to);
    return;
  }
  if (!mask.includes('/')) {
    throw new ApiError('illegal_argument_exception', `Expected [ip/prefix] but was [${mask}]`);
  }
  parseCidr(mask);
}

function refused(reason: string): ApiError {
  return new ApiError('parsing_exception', reason);
}
