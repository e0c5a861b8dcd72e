/**
 * A script that runs once a document: compiled for its context, bound to an index, then opened for each segment. What a segment gives
 * is a function of the document and its score.
 */
import {
  type CompiledScript,
  ExplanationHolder,
  type ExpressionScript,
  fromJson,
  type JMap,
  type Json,
  type ScriptContext,
  type ScriptReference,
} from '@skein/script';
import type { SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { docMap, SegmentLookup } from './doc_lookup.js';
import { documentParams } from './document_params.js';
import { expressionScript } from './expression_script.js';

export interface DocumentScript {
  /** Whether the score has to be computed. */
  readonly needsScore: boolean;
  /** Documents come in any order; `score` counts only when it is needed. */
  readonly segment: (segment: SegmentReader) => DocumentRun;
}

export type DocumentRun = (doc: number, score: number) => unknown;

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

interface Binding {
  readonly reference: ScriptReference;
  readonly scriptContext: ScriptContext;
  readonly shard: QueryShardContext;
}

function painlessScript(
  script: CompiledScript,
  { reference, scriptContext, shard }: Binding,
): DocumentScript {
  return {
    needsScore: script.used.has('_score'),
    segment: (segment) => {
      const lookup = new SegmentLookup(segment, shard);
      const given = fromJson(reference.params as Json, 'java.util.HashMap') as JMap;
      const params = scriptContext.paramsHaveDocument ? documentParams(given, lookup) : given;
      const values = scriptContext.variables.map(({ name }): unknown => {
        if (name === 'params') return params;
        if (name === 'doc') return docMap(lookup);
        if (name === 'explanation') return new ExplanationHolder();
        return null;
      });
      const scoreAt = scriptContext.variables.findIndex(({ name }) => name === '_score');
      return (doc, score) => {
        lookup.doc = doc;
        if (scoreAt >= 0) values[scoreAt] = score;
        return script.run(values[0], values[1], values[2], values[3], values[4]);
      };
    },
  };
}
