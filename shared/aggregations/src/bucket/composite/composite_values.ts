/**
 * The values of the sources of a `composite` at a shard: their numbers, their format, and the time
 * steps of dates.
 */
import { ApiError, illegalArgument } from '@skein/errors';
import type { CollectScope } from '../../collect/collector.js';
import { tileGrid } from '../../geo/geotile.js';
import type { CompositeSource } from '../../options/composite_sources.js';
import { checkInterval, type DateInterval } from '../../options/date_interval.js';
import { type DateRounding, dateRounding, type Span } from '../../rounding/date_rounding.js';
import type { NumberSource } from '../../values/number_source.js';
import { refuse, resolveValues, type Values } from '../../values/resolve_values.js';
import {
  cellIds,
  distinctIds,
  noIds,
  numberIds,
  stepIds,
  termIds,
  type ValueIds,
  withMissingId,
} from '../../values/value_ids.js';
import { type Bounds, dateCells, numberCells } from '../histogram/step_cells.js';
import type { SourceFormat } from './composite_after.js';

export interface BoundSource {
  readonly ids: ValueIds;
  readonly format: SourceFormat | undefined;
  readonly rounding: DateRounding | undefined;
}

const EVERY_ZONE: Span = { minMs: Date.UTC(1900, 0), maxMs: Date.UTC(2100, 0) };

/**
 * True if repeated values of a document count once. In OpenSearch, a document counts in a bucket as
 * often as it has the value, except where it reads the points of the first source: for indexed
 * whole numbers and dates over all documents.
 */
function countsOnce(
  { by, field, script, missing, missingBucket }: CompositeSource,
  scope: CollectScope,
): boolean {
  const { shard, parents } = scope;
  if (script !== undefined || missing !== undefined || missingBucket || parents.length > 0)
    return false;
  const mapped = field === undefined ? undefined : shard.mapping.field(field);
  if (by.kind !== 'terms' && by.kind !== 'date_histogram') return false;
  if (mapped === undefined || !mapped.searchable || mapped.spec.column !== 'long') return false;
  const { values } = mapped;
  const isPlain =
    values.kind === 'instant' ||
    (values.kind === 'number' && values.step === 1 && values.width !== 'unsigned_long');
  return isPlain && shard.matches().isEverything === true;
}

/** `isFirst` is true for the first source. */
export function bindSource(
  source: CompositeSource,
  scope: CollectScope,
  isFirst: boolean,
): BoundSource {
  const bound = boundSource(source, scope);
  if (!isFirst || !countsOnce(source, scope)) return bound;
  return { ...bound, ids: distinctIds(bound.ids) };
}

/** The kinds of values that each type of source groups, and the kind of unmapped fields. */
const KINDS = {
  terms: { kinds: ['number', 'term'], standard: 'term' },
  histogram: { kinds: ['number'], standard: 'number' },
  date_histogram: { kinds: ['number'], standard: 'date' },
  geotile_grid: { kinds: ['geo'], standard: 'geo' },
} as const;

function boundSource(source: CompositeSource, { shard }: CollectScope): BoundSource {
  const { by } = source;
  const type = by.kind;
  if (by.kind === 'date_histogram') requireInterval(by.interval);
  if (source.missingOrder !== 'default' && !source.missingBucket) {
    throw illegalArgument('missing_order require missing_bucket is true');
  }
  const values = resolveValues(source, shard, {
    type,
    ...KINDS[type],
    countsRepeats: true,
  });
  const field = source.field === undefined ? undefined : shard.mapping.field(source.field);
  if (field?.values.kind === 'truth' && type !== 'terms') refuse(field, { type });
  const rounding = roundingOf(source, values);
  const ids = idsOf(source, values, rounding);
  return {
    ids: source.missingBucket ? withMissingId(ids) : ids,
    format: formatOf(source, values),
    rounding,
  };
}

/** The rounding of a `date_histogram` source; `undefined` for other sources. */
function roundingOf({ by, timeZone }: CompositeSource, values: Values): DateRounding | undefined {
  if (by.kind !== 'date_histogram' || values.kind !== 'number') return undefined;
  const bounds = values.source.bounds?.();
  const span = bounds ? { minMs: bounds.min, maxMs: bounds.max } : EVERY_ZONE;
  return dateRounding({ ...requireInterval(by.interval), timeZone, offsetMs: by.offsetMs }, span);
}

function idsOf(
  { by }: CompositeSource,
  values: Values,
  rounding: DateRounding | undefined,
): ValueIds {
  if (values.kind === 'term') return termIds(values);
  if (values.kind === 'geo' && by.kind === 'geotile_grid') {
    return cellIds(values, tileGrid(by.precision), by.bounds);
  }
  if (values.kind !== 'number') return noIds();
  if (by.kind === 'histogram') {
    const steps = { interval: by.interval, offset: 0 };
    return stepIds(values.source, numberCells(steps, fewSteps(values.source, by.interval)));
  }
  if (rounding !== undefined) {
    const known = fewSteps(values.source, rounding.fixedMs ?? SHORTEST_UNIT_MS);
    return stepIds(values.source, dateCells({ rounding, bounds: known, hard: undefined }));
  }
  return numberIds(values);
}

function requireInterval(interval: DateInterval | undefined): DateInterval {
  if (interval !== undefined) return checkInterval(interval);
  throw new ApiError(
    'illegal_argument_exception',
    'Invalid interval specified, must be non-null and non-empty',
  );
}

/** An hour is the shortest unit whose length changes. */
const SHORTEST_UNIT_MS = 3_600_000;
/** Up to this many steps are numbered by position; more are numbered as they are met. */
const MAX_STEPS = 1 << 20;

/** The bounds of all values, if they span fewer than `MAX_STEPS` steps. */
function fewSteps(source: NumberSource, length: number): Bounds | undefined {
  const bounds = source.bounds?.();
  return bounds && (bounds.max - bounds.min) / length < MAX_STEPS ? bounds : undefined;
}

function formatOf(
  { by, format: given }: CompositeSource,
  values: Values,
): SourceFormat | undefined {
  if (values.kind === 'term') return { kind: values.text };
  if (values.kind === 'geo' && by.kind === 'geotile_grid')
    return { kind: 'tile', zoom: by.precision };
  // This index has no keys, so the kind that other indices have does not matter.
  if (values.kind === 'unmapped' && by.kind === 'terms') return { kind: 'text' };
  if (values.kind !== 'number') return undefined;
  const { format, numbers } = values;
  // Dates are shown as numbers unless there is a `format`, or the source is a `histogram`.
  const isPlain =
    format.kind === 'raw' ||
    format.kind === 'unsigned' ||
    (format.kind === 'date' && given === undefined && by.kind !== 'histogram');
  if (!isPlain) return { kind: 'formatted', format };
  return {
    kind:
      by.kind === 'histogram' || (by.kind === 'terms' && numbers === 'double') ? 'double' : 'long',
  };
}
