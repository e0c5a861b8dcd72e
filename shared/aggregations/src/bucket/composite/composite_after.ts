/** `after` of `composite`, the key after which a page begins, in the form of each source's keys. */
import type { JsonObject, JsonValue } from '@skein/content';
import { parseDateFormat } from '@skein/dates';
import { ApiError, illegalArgument } from '@skein/errors';
import { compactLong, parseJavaDouble } from '@skein/mapping';
import type { CollectScope } from '../../collect/collector.js';
import { parseTile, tileOfLong } from '../../geo/geotile.js';
import type { CompositeSource } from '../../options/composite_sources.js';
import { readTerm, type TermForm, termForm } from '../../values/term_form.js';
import { RAW, termBytes, textOfNumber, type ValueFormat } from '../../values/value_format.js';
import type { Key } from '../merge_buckets.js';
import type { FirstTerms } from './composite_walk.js';

/** The format of a source's values. */
export type SourceFormat =
  | { readonly kind: TermForm | 'long' | 'double' }
  | { readonly kind: 'tile'; readonly zoom: number }
  | { readonly kind: 'formatted'; readonly format: ValueFormat };

/** Converts `after` to the form in which keys are compared. */
export function afterKey(
  json: JsonValue,
  format: SourceFormat | undefined,
  source: CompositeSource,
): Key | null {
  if (json === null) return null;
  switch (format?.kind) {
    case 'text':
    case 'ip':
    case 'version':
      return readTerm(typeof json === 'string' ? json : textOfScalar(json), format.kind);
    case 'tile':
      return tileAfter(json, format.zoom);
    case 'formatted':
      return formattedAfter(json, format.format);
    case 'long':
      return longAfter(json, source);
    default:
      return numberAfter(json, source);
  }
}

function textOfScalar(json: JsonValue): string {
  return typeof json === 'number' && !Number.isInteger(json)
    ? textOfNumber(json, RAW)
    : String(json);
}

function formattedAfter(json: JsonValue, format: ValueFormat): Key {
  const text = typeof json === 'string' ? json : textOfScalar(json);
  if (format.kind === 'date') {
    const { timeZone } = format;
    return parseDateFormat(format.pattern).parseMs(text, { timeZone });
  }
  if (format.kind !== 'boolean') return parseJavaDouble(text);
  if (text === 'true' || text === 'false') return text === 'true' ? 1 : 0;
  throw illegalArgument(`Cannot parse boolean [${text}], expected either [true] or [false]`);
}

function tileAfter(json: JsonValue, zoom: number): Key {
  if (typeof json === 'number') return tileOfLong(BigInt(Math.trunc(json)), zoom);
  return typeof json === 'bigint' ? tileOfLong(json, zoom) : parseTile(String(json), zoom);
}

/** A long of a text is read exactly; a fraction is cut off, as in OpenSearch. */
function longAfter(json: JsonValue, source: CompositeSource): Key {
  if (typeof json === 'string' && /^[+-]?\d+$/.test(json)) return compactLong(BigInt(json));
  const number = numberAfter(json, source);
  return typeof number === 'number' ? Math.trunc(number) : number;
}

function numberAfter(json: JsonValue, { name }: CompositeSource): Key {
  if (typeof json === 'number' || typeof json === 'bigint') return json;
  if (typeof json === 'string' || typeof json === 'boolean') return parseJavaDouble(String(json));
  throw new ApiError(
    'illegal_argument_exception',
    `invalid value for after.${name}: ${String(json)}`,
  );
}

/**
 * The terms of the first source; `undefined` if it is not a plain term, or if the page may hold
 * documents without one.
 */
export function firstTerms(
  source: CompositeSource | undefined,
  after: JsonObject | undefined,
  { shard, parents }: CollectScope,
): FirstTerms | undefined {
  if (source === undefined || source.by.kind !== 'terms' || parents.length > 0) return undefined;
  const { name, field, script, missing, missingBucket, descending: isDescending } = source;
  if (script !== undefined || missing !== undefined || missingBucket) return undefined;
  const mapped = field === undefined ? undefined : shard.mapping.field(field);
  if (mapped?.searchable !== true || mapped.spec.column !== 'ordinal') return undefined;
  const kind = termForm(mapped);
  const edge = after && afterKey(after[name] ?? null, { kind }, source);
  if (edge === null) return undefined;
  const bytes = edge === undefined ? undefined : termBytes(String(edge));
  return { field: mapped.spec.name, isDescending, edge: bytes };
}
