/**
 * An analyzer that a request describes where it uses it: the name of a built-in analyzer, or a
 * chain of links that are built in or described in the request. It depends on no index, reads no
 * files and runs no scripts, so every node builds the same analyzer.
 */
import { ApiError } from '@skein/errors';
import { runChain } from '../analyzer/chain_analyzer.js';
import type { Analyzer } from '../analyzer.js';
import { buildAnalysis } from '../build/build_analysis.js';
import { type AnalysisOutside, NOTHING_OUTSIDE } from '../build/outside.js';
import { requestChain } from './request_chain.js';

export interface DescribedChain {
  readonly tokenizer: unknown;
  readonly charFilters: readonly unknown[];
  readonly filters: readonly unknown[];
}

function refuse(): never {
  throw new ApiError(
    'illegal_argument_exception',
    'an analyzer that is described in a request has no scripts and no dictionaries',
  );
}

const REFUSED: AnalysisOutside = {
  ...NOTHING_OUTSIDE,
  ipadic: () => refuse,
  predicate: refuse,
};

export function describedAnalyzer(described: string | DescribedChain): Pick<Analyzer, 'analyze'> {
  const registry = buildAnalysis(new Map(), REFUSED);
  if (typeof described === 'string') {
    const analyzer = registry.analyzer(described);
    if (analyzer !== undefined) return analyzer;
    throw new ApiError(
      'illegal_argument_exception',
      `failed to find global analyzer [${described}]`,
    );
  }
  const chain = requestChain({ ...described, global: true }, registry);
  return { analyze: (text) => runChain(chain, text) };
}
