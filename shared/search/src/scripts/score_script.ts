/** A script as a score function, for both forms of `script_score`. */
import { doubleText } from '@skein/content';
import { ApiError } from '@skein/errors';
import { ExplanationHolder } from '@skein/java';
import { type ScriptReference, scriptContext } from '@skein/script';
import type { ComputeRows, ScoreFunction } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { documentScript } from './document_script.js';
import { scriptText } from './script_text.js';

const SCORE = scriptContext('score');

/** `refusal` builds the error message for a negative score. */
export function scriptScoreFunction(
  script: ScriptReference,
  shard: QueryShardContext,
  refusal: (score: string, doc: number) => string,
): ScoreFunction {
  const { segment, segmentRows, needsScore } = documentScript(script, SCORE, shard);
  const refuse = (result: number, doc: number) =>
    new ApiError('illegal_argument_exception', refusal(doubleText(result), doc));
  return {
    needsScore,
    words: () => `script score function, computed with script:"${scriptText(script)}"`,
    describe: ({ segment: reader, doc }, score) => {
      const explanation = new ExplanationHolder();
      segment(reader, explanation)(doc, score);
      return explanation.description;
    },
    segment: (reader, docBase) => {
      const run = segment(reader);
      return (doc, score) => {
        const result = Number(run(doc, needsScore ? score() : Number.NaN));
        if (result >= 0) return result;
        throw refuse(result, docBase + doc);
      };
    },
    segmentRows:
      segmentRows &&
      ((reader, docBase) =>
        notNegative(segmentRows(reader), (result, doc) => refuse(result, docBase + doc))),
  };
}

function notNegative(
  compute: ComputeRows,
  refuse: (result: number, doc: number) => ApiError,
): ComputeRows {
  return (batch, results) => {
    const end = compute(batch, results);
    for (let i = batch.from; i < end; i++) {
      const result = results[i] ?? 0;
      if (result >= 0) continue;
      if (i > batch.from) return i;
      throw refuse(result, batch.docs[i] ?? 0);
    }
    return end;
  };
}
