/**
 * A script that runs once a document: compiled for its context, bound to an index, then opened for each segment. What a segment gives
 * is a function of the document and its score.
 */
import type {
  CompiledScript,
  ExplanationHolder,
  ExpressionScript,
  JList,
  ScriptContext,
  ScriptReference,
} from '@skein/script';
import type { ComputeRows, SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { expressionScript } from './expression_script.js';
import { painlessScript } from './painless_script.js';

export interface DocumentScript {
  /** Whether the score has to be computed. */
  readonly needsScore: boolean;
  /** Documents come in any order; `score` counts only when it is needed. `results`: what the context lets a script fill beside its result. */
  readonly segment: (segment: SegmentReader, results?: ScriptResults) => DocumentRun;
  /** As `segment`, of many documents at once, for contexts that want a number or a truth; a truth is 1 or 0. */
  readonly segmentRows?: ((segment: SegmentReader) => ComputeRows) | undefined;
}

/** An explanation of the score, or the list of the values emitted. */
export type ScriptResults = ExplanationHolder | JList;

/** `given`: `_value` or `state` of contexts that have it. */
export type DocumentRun = (doc: number, score: number, given?: unknown) => unknown;

/** Throws what compiling throws. */
export function documentScript(
  reference: ScriptReference,
  scriptContext: ScriptContext,
  shard: QueryShardContext,
): DocumentScript {
  const { lang, script } = shard.scripts.compile(reference, scriptContext);
  const binding = { reference, scriptContext, shard };
  if (lang === 'expression') return expressionScript(script as ExpressionScript, binding);
  return painlessScript(script as CompiledScript, binding);
}
