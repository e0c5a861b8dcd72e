/**
 * The documents of a scorer with scores changed by functions. The arithmetic is in double
 * precision, rounded to float at the end.
 */
import { checkWanted } from '@skein/base';
import { float32Text } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { ComputeRows } from '../functions/score_function.js';
import type { FunctionScoreOptions } from '../queries/function_score.js';
import type { Scorer } from '../scorer.js';
import { ComputedBatches } from './computed_batches.js';
import { LiveBatches } from './live_batches.js';
import { Rescored } from './rescored.js';
import type { ScoreBatch } from './score_batch.js';

/** Functions of a document between two checks for cancellation; a power of two. */
const CHECK_INTERVAL = 4096;

export interface DocumentFunction {
  readonly value: (doc: number, score: () => number) => number;
  /** Absent: documents are computed one by one. */
  readonly rows?: ComputeRows | undefined;
  readonly weight: number | undefined;
  readonly filter: Scorer | undefined;
}

export class FunctionScorer extends Rescored {
  readonly nextBatch?: () => ScoreBatch | undefined;
  private readonly functions: readonly DocumentFunction[];
  private readonly options: FunctionScoreOptions;
  /** The only function, if it applies to all documents and no average of weights is needed. */
  private readonly only: DocumentFunction | undefined;
  private readonly innerScore: () => number;
  private own = 0;

  constructor(
    inner: Scorer,
    functions: readonly DocumentFunction[],
    options: FunctionScoreOptions,
    live: Uint32Array | null,
  ) {
    super(inner, options.minScore);
    this.innerScore = () => this.own;
    const [first, ...more] = functions;
    const isOnly = more.length === 0 && first?.filter === undefined && options.scoreMode !== 'avg';
    this.only = isOnly ? first : undefined;
    this.functions = functions;
    this.options = options;
    if (this.only?.rows === undefined) return;
    const rows = applied(this.only.rows, this.only.weight ?? 1, options);
    const batches = new ComputedBatches(new LiveBatches(inner, live, true), rows, options.minScore);
    this.nextBatch = () => batches.next();
  }

  /** Most queries have one function for all documents. */
  private factor(scoreMode: FunctionScoreOptions['scoreMode'], doc: number): number {
    const { only } = this;
    if (only !== undefined) return only.value(doc, this.innerScore) * (only.weight ?? 1);
    return combined(this.functions, scoreMode, { doc, score: this.innerScore });
  }

  protected override compute(doc: number): number {
    const { boostMode, maxBoost, scoreMode } = this.options;
    const own = this.inner.score();
    this.own = own;
    if (this.functions.length === 0) return own;
    const factor = Math.min(this.factor(scoreMode, doc), maxBoost);
    const score = Math.fround(withFactor(boostMode, own, factor));
    if (score >= 0) return score;
    throw invalid(score, doc);
  }
}

/** Computes the scores of a batch from the results of the only function. */
function applied(
  rows: ComputeRows,
  weight: number,
  { boostMode, maxBoost }: FunctionScoreOptions,
): ComputeRows {
  return (batch, results) => {
    const end = rows(batch, results);
    const { scores, from } = batch;
    for (let i = from; i < end; i++) {
      const factor = Math.min(results[i] * weight, maxBoost);
      const score = Math.fround(withFactor(boostMode, scores[i], factor));
      if (!(score >= 0)) {
        if (i > from) return i;
        throw invalid(score, batch.docs[i]);
      }
      results[i] = score;
    }
    return end;
  };
}

function invalid(score: number, doc: number): ApiError {
  const words = `function score query returned an invalid score: ${float32Text(score)} for doc: ${doc}`;
  return new ApiError('exception', words);
}

function withFactor(
  mode: FunctionScoreOptions['boostMode'],
  score: number,
  factor: number,
): number {
  switch (mode) {
    case 'multiply':
      return score * factor;
    case 'replace':
      return factor;
    case 'sum':
      return score + factor;
    case 'avg':
      return (score + factor) / 2;
    case 'max':
      return Math.max(score, factor);
    case 'min':
      return Math.min(score, factor);
  }
}

/** Combines all functions that apply into one factor; 1 when none applies. */
function combined(
  functions: readonly DocumentFunction[],
  mode: FunctionScoreOptions['scoreMode'],
  { doc, score }: { readonly doc: number; readonly score: () => number },
): number {
  let factor = mode === 'sum' || mode === 'avg' ? 0 : 1;
  let weights = 0;
  let applied = 0;
  let asked = 0;
  for (const { filter, value, weight = 1 } of functions) {
    if ((++asked & (CHECK_INTERVAL - 1)) === 0) checkWanted();
    if (filter !== undefined && !isOn(filter, doc)) continue;
    const next = value(doc, score) * weight;
    weights += weight;
    if (mode === 'first') return next;
    if (mode === 'multiply') factor *= next;
    else if (mode === 'sum' || mode === 'avg') factor += next;
    else if (applied === 0) factor = next;
    else factor = mode === 'max' ? Math.max(factor, next) : Math.min(factor, next);
    applied++;
  }
  if (applied === 0) return 1;
  if (mode !== 'sum' && mode !== 'avg') return factor;
  // As in OpenSearch, weights that add up to nothing count as if no function applied.
  if (weights === 0) return 1;
  return mode === 'avg' ? factor / weights : factor;
}

function isOn(filter: Scorer, doc: number): boolean {
  const at = filter.docId() < doc ? filter.advance(doc) : filter.docId();
  return at === doc && (!filter.twoPhase || filter.matches());
}
