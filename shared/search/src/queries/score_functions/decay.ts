/**
 * `gauss`, `exp`, `linear`: scores that decrease with the distance of a number, a date or a point
 * from an origin.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument, readLengthMs } from '@skein/errors';
import { type MappedField, parseGeoValue, stepOf } from '@skein/mapping';
import { type Decay, type DecayShape, decayFunction, type ValueMode } from '@skein/search_library';
import { distanceMeters } from '../../geo/distance_unit.js';
import { doubleOf, textOf } from '../options.js';
import { parsingError } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';
import { mentionsNow } from '../query_type.js';
import { requireFielddata } from './require_fielddata.js';
import type { ScoreFunctionType } from './score_function_type.js';

export const gauss = decayType('gauss');
export const exp = decayType('exp');
export const linear = decayType('linear');

const DEFAULT_DECAY = 0.5;

interface Params {
  readonly field: string;
  readonly options: JsonObject;
  readonly mode: ValueMode;
}

function decayType(shape: DecayShape): ScoreFunctionType<Params> {
  return {
    name: shape,
    parse(body, context) {
      let found: { field: string; options: JsonObject } | undefined;
      let mode: ValueMode = 'min';
      for (const [key, json = null] of Object.entries(body)) {
        if (isJsonObject(json)) found = { field: key, options: json };
        else if (key === 'multi_value_mode') mode = modeOf(json);
        else throw parsingError(context, 'malformed score function score parameters.', body);
      }
      if (!found) throw parsingError(context, 'malformed score function score parameters.', body);
      return { ...found, mode };
    },
    // Without an origin, dates are relative to the time of the request.
    needs: ({ options: { origin } }) => ({
      now: origin === undefined || mentionsNow(origin),
      scripts: false,
    }),
    bind: ({ field, options, mode }, shard) => {
      const mapped = shard.mapping.field(field);
      if (!mapped) throw new ApiError('parsing_exception', `unknown field [${field}]`);
      const read = readOptions(options);
      const place = placeOf(mapped, read, shard);
      requireFielddata(mapped);
      checkPlace(place, read.decay);
      return decayFunction({ shape, field: mapped.spec.name, decay: read.decay, mode, ...place });
    },
  };
}

function modeOf(json: JsonValue): ValueMode {
  const mode = textOf(json).toLowerCase();
  if (mode === 'min' || mode === 'max' || mode === 'sum' || mode === 'avg' || mode === 'median') {
    return mode;
  }
  throw new ApiError('illegal_argument_exception', `Illegal sort mode: ${textOf(json)}`);
}

interface DecayOptions {
  readonly origin: JsonValue | undefined;
  readonly scale: JsonValue | undefined;
  readonly offset: JsonValue | undefined;
  readonly decay: number;
}

/** The options are read once the field's type is known, as in OpenSearch. */
function readOptions(options: JsonObject): DecayOptions {
  for (const key of Object.keys(options)) {
    if (['origin', 'scale', 'offset', 'decay'].includes(key)) continue;
    throw refused(`parameter [${key}] not supported!`);
  }
  const { origin, scale, offset, decay } = options;
  return { origin, scale, offset, decay: decay === undefined ? DEFAULT_DECAY : numberOf(decay) };
}

type Place = Pick<Decay, 'origin' | 'scale' | 'offset' | 'step'>;

function placeOf(field: MappedField, options: DecayOptions, shard: QueryShardContext): Place {
  const { origin, scale, offset } = options;
  const { values } = field;
  if (values.kind === 'point') {
    if (scale === undefined) throw refused('[origin] and [scale] must be set for geo fields.');
    return {
      origin: origin === undefined ? { lat: 0, lon: 0 } : parseGeoValue(origin),
      scale: distanceMeters(scale),
      offset: offset === undefined ? 0 : distanceMeters(offset),
    };
  }
  if (values.kind === 'instant') {
    if (scale === undefined) throw refused('[scale] must be set for date fields.');
    const { perMs } = values;
    return {
      origin: Number(instantOf(field, origin === undefined ? 'now' : textOf(origin), shard)),
      scale: durationMs(scale, 'DecayFunctionParser.scale') * perMs,
      offset: offset === undefined ? 0 : durationMs(offset, 'DecayFunctionParser.offset') * perMs,
    };
  }
  if (field.spec.column !== 'long' && field.spec.column !== 'double') {
    const problem = `field [${field.name}] is of type [${field.typeName}], but only numeric types are supported.`;
    throw new ApiError('parsing_exception', problem);
  }
  if (origin === undefined || scale === undefined) {
    throw refused('both [scale] and [origin] must be set for numeric fields.');
  }
  return {
    step: stepOf(field),
    origin: numberOf(origin),
    scale: numberOf(scale),
    offset: offset === undefined ? 0 : numberOf(offset),
  };
}

/** An instant in the units of the field's column. */
export function instantOf(
  field: MappedField,
  json: JsonValue,
  { nowMs, indexName, roundUp }: QueryShardContext & { readonly roundUp?: boolean },
): number | bigint {
  const context = { nowMs, indexName, roundUp: roundUp ?? false };
  const value = field.parseSortValue(typeof json === 'number' ? String(json) : json, context);
  return typeof value === 'bigint' ? value : Number(value);
}

export function durationMs(json: JsonValue, called: string): number {
  return readLengthMs(called, textOf(json));
}

function numberOf(json: JsonValue): number {
  const number = doubleOf(json);
  if (!Number.isNaN(number)) return number;
  throw new ApiError('number_format_exception', `For input string: "${textOf(json)}"`);
}

function checkPlace({ scale, offset }: Place, decay: number): void {
  if (typeof offset === 'number' && offset < 0) {
    throw illegalArgument('function_score : offset must be > 0.0');
  }
  if (scale <= 0) throw illegalArgument('function_score : scale must be > 0.0.');
  if (decay <= 0 || decay >= 1) {
    throw illegalArgument('function_score : decay must be in the range [0..1].');
  }
}

function refused(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
