/** One rescorer of a request, and the combination of the two scores. */
import type { QueryNode } from '../queries/query_node.js';

export const RESCORE_MODES = ['avg', 'max', 'min', 'multiply', 'total'] as const;
export type RescoreMode = (typeof RESCORE_MODES)[number];

export interface Rescore {
  /** The number of hits per shard that are rescored. */
  readonly windowSize: number;
  readonly query: QueryNode;
  readonly queryWeight: number;
  readonly rescoreQueryWeight: number;
  readonly mode: RescoreMode;
}

const f = Math.fround;

/** `second` is the score of the rescore query; `undefined` if the hit does not match it. */
export function rescored(rescore: Rescore, first: number, second: number | undefined): number {
  const weighed = f(first * f(rescore.queryWeight));
  if (second === undefined) return weighed;
  return combined(rescore.mode, weighed, f(second * f(rescore.rescoreQueryWeight)));
}

function combined(mode: RescoreMode, first: number, second: number): number {
  switch (mode) {
    case 'avg':
      return f(f(first + second) / 2);
    case 'max':
      return Math.max(first, second);
    case 'min':
      return Math.min(first, second);
    case 'multiply':
      return f(first * second);
    case 'total':
      return f(first + second);
  }
}
