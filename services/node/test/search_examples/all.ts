/**
 * Searches of an index `examples`: at least one of every query, sort, rescorer and way of
 * presenting hits. Their answers must not depend on the execution path (`search_ways.test.ts`).
 */
import { AGGREGATED } from './aggregations.js';
import type { SearchExample } from './example.js';
import { queryExamples } from './queries.js';
import { REQUEST_EXAMPLES } from './requests.js';

export const EXAMPLES: readonly SearchExample[] = [
  ...queryExamples(),
  ...AGGREGATED,
  ...REQUEST_EXAMPLES,
];
