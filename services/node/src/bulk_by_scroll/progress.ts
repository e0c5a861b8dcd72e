/** The progress and failures of a delete by query, an update by query or a reindex. */
import { formatTimeMs } from '@skein/base';
import { float32, type JsonObject } from '@skein/content';
import { errorDetail, fromPlainError, type PlainError } from '@skein/errors';
import type { ByScrollKind } from './contract.js';
import type { Pace } from './pace.js';

const COUNTERS = ['total', 'updated', 'created', 'deleted'] as const;
const MORE_COUNTERS = ['batches', 'versionConflicts', 'noops'] as const;
const RETRIES = ['bulkRetries', 'searchRetries'] as const;
type Counter =
  | (typeof COUNTERS)[number]
  | (typeof MORE_COUNTERS)[number]
  | (typeof RETRIES)[number];

/** Counters that a response omits, because they are always 0. */
const HIDDEN: Readonly<Record<ByScrollKind, ReadonlySet<string>>> = {
  delete_by_query: new Set(['updated', 'created']),
  update_by_query: new Set(['created']),
  reindex: new Set(),
};

interface WriteFailure {
  readonly index: string;
  readonly id: string;
  readonly error: PlainError;
}

export type Counts = Record<Counter, number>;

const NO_COUNTS: Readonly<Counts> = {
  total: 0,
  updated: 0,
  created: 0,
  deleted: 0,
  batches: 0,
  versionConflicts: 0,
  noops: 0,
  bulkRetries: 0,
  searchRetries: 0,
};

export interface Progress {
  /** The number of the slice; undefined if the request has none. */
  readonly sliceId: number | undefined;
  readonly counts: Counts;
  readonly pace: Pace;
  readonly failures: WriteFailure[];
  timedOut: boolean;
  /** The reason of a cancellation. */
  cancelled: string | undefined;
}

export function newProgress(pace: Pace, sliceId: number | undefined): Progress {
  return {
    sliceId,
    counts: { ...NO_COUNTS },
    pace,
    failures: [],
    timedOut: false,
    cancelled: undefined,
  };
}

export interface Shown {
  readonly hidden: ReadonlySet<string>;
  /** True if times are also shown as text, as in stored results. */
  readonly inWords: boolean;
}

export const SHOWN_ALL: Shown = { hidden: new Set(), inWords: false };
export const SHOWN_KEPT: Shown = { hidden: new Set(), inWords: true };

export function shownOf(kind: ByScrollKind): Shown {
  return { hidden: HIDDEN[kind], inWords: false };
}

/** Status of one slice, or of a request without slices. */
export function statusJson(progress: Progress, shown: Shown): JsonObject {
  const { sliceId, pace, cancelled, counts } = progress;
  const json = countsJson(counts, shown, {
    throttledMs: pace.throttledMs,
    untilMs: pace.untilMs,
    perSecond: pace.perSecond,
    cancelled,
  });
  return sliceId === undefined ? json : { slice_id: sliceId, ...json };
}

/** Status of all slices together, and of each one. */
export function slicedStatusJson(slices: readonly Progress[], shown: Shown): JsonObject {
  const sum = (of: (slice: Progress) => number) =>
    slices.reduce((total, slice) => total + of(slice), 0);
  if (slices.length === 0) return {};
  const counts = { ...NO_COUNTS };
  for (const name of [...COUNTERS, ...MORE_COUNTERS, ...RETRIES]) {
    counts[name] = sum((slice) => slice.counts[name]);
  }
  return {
    ...countsJson(counts, shown, {
      throttledMs: sum(({ pace }) => pace.throttledMs),
      untilMs: Math.min(...slices.map(({ pace }) => pace.untilMs)),
      perSecond: sum(({ pace }) => pace.perSecond),
      cancelled: slices.find(({ cancelled }) => cancelled !== undefined)?.cancelled,
    }),
    slices: slices.map((slice) => statusJson(slice, shown)),
  };
}

/** The greatest status of all failures, as in OpenSearch; a search that timed out counts as 408. */
export function statusCode(slices: readonly Pick<Progress, 'failures' | 'timedOut'>[]): number {
  let most = slices.some(({ timedOut }) => timedOut) ? 408 : 200;
  for (const { failures } of slices) {
    for (const { error } of failures) most = Math.max(most, error.status);
  }
  return most;
}

interface Pacing {
  readonly throttledMs: number;
  readonly untilMs: number;
  readonly perSecond: number;
  readonly cancelled: string | undefined;
}

function countsJson(
  counts: Counts,
  { hidden, inWords }: Shown,
  { throttledMs, untilMs, perSecond, cancelled }: Pacing,
): JsonObject {
  const shown = COUNTERS.filter((name) => !hidden.has(name));
  return {
    ...Object.fromEntries(shown.map((name) => [name, counts[name]])),
    batches: counts.batches,
    version_conflicts: counts.versionConflicts,
    noops: counts.noops,
    retries: { bulk: counts.bulkRetries, search: counts.searchRetries },
    ...(inWords ? { throttled: formatTimeMs(throttledMs) } : {}),
    throttled_millis: throttledMs,
    requests_per_second: float32(Number.isFinite(perSecond) ? perSecond : -1),
    ...(cancelled === undefined ? {} : { canceled: cancelled }),
    ...(inWords ? { throttled_until: formatTimeMs(untilMs) } : {}),
    throttled_until_millis: untilMs,
  };
}

export function failureJson({ index, id, error }: WriteFailure): JsonObject {
  const cause = errorDetail(fromPlainError(error));
  return { index, id, cause, status: error.status };
}
