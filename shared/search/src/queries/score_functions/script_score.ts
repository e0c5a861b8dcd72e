/** `script_score`: a number a script makes of a document and its score. */
import { isJsonArray } from '@skein/content';
import { parseScript, type ScriptReference } from '@skein/script';
import { scriptScoreFunction } from '../../scripts/score_script.js';
import { parsingError, placePrefix } from '../query_parse_context.js';
import type { ScoreFunctionType } from './score_function_type.js';

export const script_score: ScoreFunctionType<ScriptReference> = {
  name: 'script_score',
  parse(body, context) {
    let script: ScriptReference | undefined;
    for (const [key, json = null] of Object.entries(body)) {
      if (key !== 'script' || isJsonArray(json)) {
        throw parsingError(context, `script_score query does not support [${key}]`, body);
      }
      script = parseScript(json, { place: (at) => placePrefix(context, at) });
    }
    if (script === undefined) {
      throw parsingError(context, "script_score requires 'script' field", body);
    }
    return script;
  },
  needs: () => ({ now: false, scripts: true }),
  bind: (script, shard) => scriptScoreFunction(script, shard, negativeScore),
};

function negativeScore(score: string): string {
  return `script score function must not produce negative scores, but got: [${score}]`;
}
