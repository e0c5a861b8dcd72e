/**
 * Functions that only score scripts can call: curves that turn a number, a date or a point into a
 * score. The decay functions are those of `function_score`: 1 within `offset` of the origin, and
 * `decay` at distance `scale` beyond it.
 */
import { javaDouble, javaDoubleFault } from '@skein/base';
import { parseDateFormat, parseDateMath } from '@skein/dates';
import { ApiError, readTimeMs } from '@skein/errors';
import {
  arcDistance,
  type GeoPoint,
  geohashCorner,
  type Implementation,
  type JMap,
  type Method,
  splitDistance,
  Throwable,
  textOf,
  type ZonedDateTime,
} from '@skein/java';
import { scoredDocument } from '../languages/painless/runtime/scored_document.js';

/** The default format of date fields. */
const ORIGIN = parseDateFormat('strict_date_optional_time||epoch_millis');
const OWNER = 'org.opensearch.script.ScoreScriptUtils';
const DATE = 'org.opensearch.script.JodaCompatibleZonedDateTime';
const POINT = 'org.opensearch.common.geo.GeoPoint';

type Curve = (distance: number, scale: number, decay: number) => number;

const CURVES: Readonly<Record<'Linear' | 'Exp' | 'Gauss', Curve>> = {
  Linear: (distance, scale, decay) => {
    const end = scale / (1 - decay);
    return Math.max(0, (end - distance) / end);
  },
  Exp: (distance, scale, decay) => Math.exp((Math.log(decay) / scale) * distance),
  Gauss: (distance, scale, decay) =>
    Math.exp((0.5 * distance ** 2) / ((0.5 * scale ** 2) / Math.log(decay))),
};

const beyond = (distance: number, offset: number): number => Math.max(0, distance - offset);

function method(name: string, parameters: readonly string[], run: Implementation): Method {
  return { owner: OWNER, name, parameters, returns: 'double', run };
}

/** The decay functions of one curve for numbers, dates and points. */
function decays(shape: keyof typeof CURVES): readonly Method[] {
  const curve = CURVES[shape];
  const ms = (option: string, text: string) => durationMs(`DecayDate${shape}.${option}`, text);
  return [
    method(
      `decayNumeric${shape}`,
      ['double', 'double', 'double', 'double', 'double'],
      (origin: number, scale: number, offset: number, decay: number, value: number) =>
        curve(beyond(Math.abs(value - origin), offset), scale, decay),
    ),
    method(
      `decayDate${shape}`,
      ['java.lang.String', 'java.lang.String', 'java.lang.String', 'double', DATE],
      (origin: string, scale: string, offset: string, decay: number, value: ZonedDateTime) => {
        const away = Math.abs(epochMs(value) - originMs(origin));
        const [scaleMs, offsetMs] = [ms('scale', scale), ms('offset', offset)];
        return curve(beyond(away, offsetMs), scaleMs, decay);
      },
    ),
    method(
      `decayGeo${shape}`,
      ['java.lang.String', 'java.lang.String', 'java.lang.String', 'double', POINT],
      (origin: string, scale: string, offset: string, decay: number, value: GeoPoint) => {
        const [lat, lon] = place(origin);
        return curve(beyond(arcDistance(value, lat, lon), meters(offset)), meters(scale), decay);
      },
    ),
  ];
}

/** Whole milliseconds, as of Java's `Instant.toEpochMilli`. */
function epochMs({ instant }: ZonedDateTime): number {
  return instant.seconds * 1000 + Math.floor(instant.nano / 1_000_000);
}

/** A date with or without date math; the current time is not known to scripts. */
function originMs(text: string): number {
  if (text.startsWith('now')) {
    throw new ApiError('parse_exception', 'could not read the current timestamp');
  }
  return parseDateMath(text, ORIGIN, { nowMs: 0, roundUp: false });
}

function durationMs(name: string, text: string): number {
  try {
    return readTimeMs(name, text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const number = error.cause?.message;
    const cause =
      number === undefined ? null : new Throwable('java.lang.NumberFormatException', number);
    throw new Throwable('java.lang.IllegalArgumentException', error.message, { cause });
  }
}

/** Meters, in a unit of OpenSearch's `DistanceUnit` at the end of the text or without one. */
function meters(text: string): number {
  const distance = splitDistance(text);
  const number = javaDouble(distance.number);
  if (number !== undefined) return number * (distance.unitMeters ?? 1);
  throw new Throwable('java.lang.NumberFormatException', javaDoubleFault(distance.number));
}

/** `lat,lon`, well-known text, or a geohash. */
function place(text: string): readonly [lat: number, lon: number] {
  const [, written] = /^\s*point\s*\(([^()]*)\)\s*$/i.exec(text) ?? [];
  if (written !== undefined) return placeOf(written.trim().split(/\s+/).reverse(), text);
  if (text.includes(',')) return placeOf(text.split(','), text);
  if (text.trim() === '') throw noPlace('empty geohash');
  const { lat, lon } = geohashCorner(text.trim());
  return [lat, lon];
}

function placeOf(parts: readonly string[], text: string): readonly [lat: number, lon: number] {
  if (parts.length !== 2) {
    throw noPlace(`failed to parse [${text}], expected 2 coordinates but found: [${parts.length}]`);
  }
  const [lat, lon] = parts.map(javaDouble);
  if (lat === undefined) throw noPlace('latitude must be a number');
  if (lon === undefined) throw noPlace('longitude must be a number');
  return [lat, lon];
}

function noPlace(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}

const SCRIPT = 'org.opensearch.script.ScoreScript';

/**
 * A function that reads the document. OpenSearch assumes that the first `boundArguments` arguments
 * are the same in every call.
 */
function ofDocument(
  name: string,
  type: string,
  parameters: readonly string[],
  { boundArguments, run }: { boundArguments: number; run: Implementation },
): Method {
  return {
    owner: `${OWNER}$${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    name,
    parameters,
    returns: type,
    run,
    boundArguments,
    scriptClass: SCRIPT,
    takesDoc: true,
  };
}

const TEXT = 'java.lang.String';

const DOCUMENT_FUNCTIONS: readonly Method[] = [
  ofDocument('randomScore', 'double', ['int'], {
    boundArguments: 2,
    run: (doc: JMap, seed: number) => {
      const document = scoredDocument(doc);
      return document.random(seed, String(document.docId));
    },
  }),
  ofDocument('randomScore', 'double', ['int', TEXT], {
    boundArguments: 3,
    run: (doc: JMap, seed: number, field: string) => {
      const document = scoredDocument(doc);
      return document.random(seed, textOf(document.firstValue(field)));
    },
  }),
  ofDocument('termFreq', 'int', [TEXT, TEXT], {
    boundArguments: 1,
    run: (doc: JMap, field: string, term: string) => scoredDocument(doc).termFreq(field, term),
  }),
  ofDocument('totalTermFreq', 'long', [TEXT, TEXT], {
    boundArguments: 1,
    run: (doc: JMap, field: string, term: string) =>
      BigInt(scoredDocument(doc).totalTermFreq(field, term)),
  }),
  ofDocument('sumTotalTermFreq', 'long', [TEXT], {
    boundArguments: 1,
    run: (doc: JMap, field: string) => BigInt(scoredDocument(doc).sumTotalTermFreq(field)),
  }),
];

export const SCORE_FUNCTIONS: readonly Method[] = [
  ...DOCUMENT_FUNCTIONS,
  method('saturation', ['double', 'double'], (value: number, k: number) => value / (k + value)),
  method(
    'sigmoid',
    ['double', 'double', 'double'],
    (value: number, k: number, a: number) => value ** a / (k ** a + value ** a),
  ),
  ...decays('Linear'),
  ...decays('Exp'),
  ...decays('Gauss'),
];
