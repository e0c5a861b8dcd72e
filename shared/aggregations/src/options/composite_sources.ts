/** The sources of `composite`: the key of a bucket holds one value of each source. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  booleanOf,
  type Draft,
  doubleOf,
  type FieldReaders,
  integerOf,
  into,
  itemsOf,
  textOf,
  tokenName,
} from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';
import type { Box } from '../values/geo_source.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { notBuilt } from './built.js';
import { type DateInterval, intervalReaders, offsetMs } from './date_interval.js';
import { boxOf } from './geo_box.js';

type SourceKind =
  | { readonly kind: 'terms' }
  | { readonly kind: 'histogram'; readonly interval: number }
  /** A source without an interval is parsed, and refused by the shards. */
  | {
      readonly kind: 'date_histogram';
      readonly interval: DateInterval | undefined;
      readonly offsetMs: number;
    }
  | {
      readonly kind: 'geotile_grid';
      readonly precision: number;
      readonly bounds: Box | undefined;
    };

export interface CompositeSource extends ValuesOptions {
  readonly name: string;
  readonly by: SourceKind;
  readonly descending: boolean;
  readonly missingBucket: boolean;
  /**
   * The position of the bucket of documents without a value: `default` is before all others in
   * ascending order, and after them in descending order.
   */
  readonly missingOrder: 'first' | 'last' | 'default';
}

export function readSources(json: JsonValue, context: ParseContext): readonly CompositeSource[] {
  return itemsOf(json).map((each) => readSource(each, context));
}

/**
 * Refuses an empty list of sources and repeated names, with the error that OpenSearch gives when it
 * builds the aggregation from its sources.
 */
export function checkSources(sources: readonly CompositeSource[]): readonly CompositeSource[] {
  const fault = faultOf(sources);
  if (fault === undefined) return sources;
  throw notBuilt('composite', fault);
}

function faultOf(sources: readonly CompositeSource[]): string | undefined {
  if (sources.length === 0) return 'Composite [sources] cannot be null or empty';
  const names = new Set<string>();
  const twice = sources
    .map(({ name }) => name)
    .filter((name) => names.size === names.add(name).size);
  if (twice.length === 0) return undefined;
  return `Composite source names must be unique, found duplicates: [${[...new Set(twice)].join(', ')}]`;
}

function readSource(json: JsonValue, context: ParseContext): CompositeSource {
  if (!isJsonObject(json)) throw notAnObject(json);
  const [[name, inner] = [], more] = Object.entries(json);
  if (name === undefined) throw nothingInside();
  if (isJsonObject(inner) && Object.keys(inner).length === 0) throw nothingInside();
  if (more) {
    const found = `expecting token of type [END_OBJECT] but found [FIELD_NAME: ${more[0]}]`;
    throw new ApiError('parsing_exception', `Failed to parse object: ${found}`);
  }
  if (!isJsonObject(inner)) throw notAnObject(inner ?? null);
  const [[type, options] = [], behind] = Object.entries(inner);
  if (type === undefined) throw nothingInside();
  if (!isJsonObject(options)) throw notAnObject(options ?? null);
  const read = SOURCES[type];
  if (!Object.hasOwn(SOURCES, type) || read === undefined) {
    throw new ApiError('parsing_exception', `invalid source type: ${type}`);
  }
  const source = { ...read(options, { ...context, type }), name };
  if (behind) throw new ApiError('illegal_state_exception', 'expected value but got [END_OBJECT]');
  return source;
}

function nothingInside(): ApiError {
  const found = 'expecting token of type [FIELD_NAME] but found [END_OBJECT]';
  return new ApiError('parsing_exception', `Failed to parse object: ${found}`);
}

function notAnObject(json: JsonValue): ApiError {
  const found = `expecting token of type [START_OBJECT] but found [${tokenName(json)}]`;
  return new ApiError('parsing_exception', `Failed to parse object: ${found}`);
}

type ReadSource = (json: JsonObject, context: ParseContext) => Omit<CompositeSource, 'name'>;

type SourceDraft = Draft<Pick<CompositeSource, 'descending' | 'missingBucket' | 'missingOrder'>>;

function newDraft(): SourceDraft {
  return { descending: false, missingBucket: false, missingOrder: 'default' };
}

function common(draft: SourceDraft): FieldReaders {
  return {
    order: into(draft, 'descending', 'string', isDescending),
    missing_bucket: into(draft, 'missingBucket', 'boolean', booleanOf),
    missing_order: into(draft, 'missingOrder', 'string', missingOrder),
  };
}

function isDescending(json: JsonValue): boolean {
  const text = textOf(json).toLowerCase();
  if (text === 'asc' || text === 'desc') return text === 'desc';
  throw new ApiError(
    'illegal_argument_exception',
    `No enum constant org.opensearch.search.sort.SortOrder.${textOf(json).toUpperCase()}`,
  );
}

function missingOrder(json: JsonValue): CompositeSource['missingOrder'] {
  const text = textOf(json).toLowerCase();
  if (text === 'first' || text === 'last' || text === 'default') return text;
  throw new ApiError(
    'illegal_argument_exception',
    `No enum constant org.opensearch.search.aggregations.bucket.missing.MissingOrder.${textOf(json).toUpperCase()}`,
  );
}

const SOURCES: Readonly<Record<string, ReadSource>> = {
  terms(json, context) {
    const draft = newDraft();
    const values = readValues(json, context, { own: common(draft) });
    return { ...values, ...draft, by: { kind: 'terms' } };
  },
  histogram(json, context) {
    const draft = { ...newDraft(), interval: 0 };
    const own = {
      ...common(draft),
      interval: into(draft, 'interval', 'number', (value) => positiveInterval(value)),
    };
    const values = readValues(json, context, { own });
    const { interval, ...rest } = draft;
    return { ...values, ...rest, by: { kind: 'histogram', interval } };
  },
  date_histogram(json, context) {
    const draft: SourceDraft & { interval: DateInterval | undefined; offset: number } = {
      ...newDraft(),
      interval: undefined,
      offset: 0,
    };
    const own = {
      ...common(draft),
      ...intervalReaders((interval) => {
        draft.interval = interval;
      }),
      offset: into(draft, 'offset', 'number', offsetMs),
    };
    const values = readValues(json, context, { own, timeZones: true });
    const { interval, offset, ...rest } = draft;
    return { ...values, ...rest, by: { kind: 'date_histogram', interval, offsetMs: offset } };
  },
  geotile_grid(json, context) {
    const draft: SourceDraft & { precision: number; bounds: Box | undefined } = {
      ...newDraft(),
      precision: 7,
      bounds: undefined,
    };
    const own = {
      ...common(draft),
      precision: into(draft, 'precision', 'number', tilePrecision),
      bounds: into(draft, 'bounds', 'object', (value) => boxOf(value, context)),
    };
    const values = readValues(json, context, { own, formats: false });
    const { precision, bounds, ...rest } = draft;
    return { ...values, ...rest, by: { kind: 'geotile_grid', precision, bounds } };
  },
};

function positiveInterval(json: JsonValue): number {
  const interval = doubleOf(json);
  if (interval > 0) return interval;
  throw new ApiError(
    'illegal_argument_exception',
    '[interval] must be greater than 0 for [histogram] source',
  );
}

const MAX_ZOOM = 29;

export function tilePrecision(json: JsonValue): number {
  const precision = integerOf(json);
  if (precision >= 0 && precision <= MAX_ZOOM) return precision;
  throw new ApiError(
    'illegal_argument_exception',
    `Invalid geotile_grid precision of ${precision}. Must be between 0 and ${MAX_ZOOM}.`,
  );
}
