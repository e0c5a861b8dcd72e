/**
 * The metric lists of `_nodes` and `_nodes/stats`: known names, `_all`, and the error for an
 * unknown one.
 */
import { nearest } from '@skein/base';
import { ApiError } from '@skein/errors';
import { splitList } from '@skein/http';

/** The metrics of one part of a path, as errors name them. */
type MetricKind = 'metric' | 'index metric';

/** The chosen metrics; all of them without a list or with `_all`. */
export function chosenMetrics<const M extends string>(
  known: readonly M[],
  requested: string | undefined,
  /** `absent` lists names that are accepted but have no section. */
  request: {
    readonly path: string;
    readonly absent?: readonly string[];
    /** Metrics that neither `_all` nor a request without a list includes. */
    readonly named?: readonly M[];
    /** Absent: `metric`. */
    readonly kind?: MetricKind;
  },
): ReadonlySet<M> {
  const words = splitList(requested ?? '_all');
  if (words.length === 1 && words[0] === '_all') return new Set(known);
  if (words.includes('_all')) {
    throw allAndMore(request.path, words, request.kind);
  }
  const shown = [...known, ...(request.named ?? [])];
  const names: readonly string[] = [...shown, ...(request.absent ?? [])];
  const unknown = words.filter((word) => !names.includes(word));
  if (unknown.length > 0) throw unrecognized(unknown, names, request);
  return new Set(shown.filter((metric) => words.includes(metric)));
}

export function allAndMore(
  path: string,
  words: readonly string[],
  kind: MetricKind = 'metric',
): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `request [${path}] contains _all and individual ${kind}s [${words.join(',')}]`,
  );
}

export function unrecognized(
  words: readonly string[],
  known: readonly string[],
  { path, kind = 'metric' }: { readonly path: string; readonly kind?: MetricKind },
): ApiError {
  const list = [...words].sort().map((word) => {
    const near = nearest(word, known);
    if (near.length === 0) return `[${word}]`;
    const advice = near.length === 1 ? `[${near[0]}]` : `any of [${near.join(', ')}]`;
    return `[${word}] -> did you mean ${advice}?`;
  });
  return new ApiError(
    'illegal_argument_exception',
    `request [${path}] contains unrecognized ${kind}${words.length > 1 ? 's' : ''}: ${list.join(', ')}`,
  );
}
