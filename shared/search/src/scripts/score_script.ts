/** A script as a score function: what `script_score` is in both of its forms. */
import { doubleText } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type ScriptReference, scriptContext } from '@skein/script';
import type { ScoreFunction } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { documentScript } from './document_script.js';

const SCORE = scriptContext('score');

/** `refusal` words what is said of a negative score. */
export function scriptScoreFunction(
  script: ScriptReference,
  shard: QueryShardContext,
  refusal: (score: string, doc: number) => string,
): ScoreFunction {
  const { segment, needsScore } = documentScript(script, SCORE, shard);
  return {
    needsScore,
    segment: (reader, docBase) => {
      const run = segment(reader);
      return (doc, score) => {
        const result = Number(run(doc, needsScore ? score() : Number.NaN));
        if (result >= 0) return result;
        const reason = refusal(doubleText(result), docBase + doc);
        throw new ApiError('illegal_argument_exception', reason);
      };
    },
  };
}
