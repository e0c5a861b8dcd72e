/**
 * A script that runs once per document: compiled for its context, bound to an index, then opened
 * for each segment. An opened script is a function of the document and its score.
 */
import { assert } from '@skein/base';
import type { ExplanationHolder, JList, Value } from '@skein/java';
import type { ScriptContext, ScriptReference } from '@skein/script';
import type { ComputeRows, SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { expressionScript } from './expression_script.js';
import { painlessScript } from './painless_script.js';

export interface DocumentScript {
  /** True if the score must be computed. */
  readonly needsScore: boolean;
  /**
   * Opens a segment. Documents may come in any order; `score` counts only if it is needed.
   * `results` receives what the context lets a script return besides its result.
   */
  readonly segment: (segment: SegmentReader, results?: ScriptResults) => DocumentRun;
  /**
   * Like `segment`, but for many documents at once, in contexts that return a number or a boolean;
   * booleans are 1 or 0.
   */
  readonly segmentRows?: ((segment: SegmentReader) => ComputeRows) | undefined;
}

/** An explanation of the score, or the list of emitted values. */
export type ScriptResults = ExplanationHolder | JList;

/** `given` is `_value` or `state`, in contexts that have it. */
export type DocumentRun = (doc: number, score: number, given?: unknown) => Value;

/** Throws compilation errors. */
export function documentScript(
  reference: ScriptReference,
  scriptContext: ScriptContext,
  shard: QueryShardContext,
): DocumentScript {
  const compiled = shard.scripts.compile(reference, scriptContext);
  const binding = { reference, scriptContext, shard };
  if (compiled.lang === 'expression') return expressionScript(compiled.script, binding);
  assert(compiled.lang === 'painless', 'a script of documents is no template');
  return painlessScript(compiled.script, binding);
}
