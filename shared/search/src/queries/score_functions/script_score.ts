/** `script_score`: a score that a script computes from a document and its score. */
import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseScript, type ScriptReference } from '@skein/script';
import { scriptScoreFunction } from '../../scripts/score_script.js';
import { tokenName } from '../options.js';
import { parsingError, placePrefix } from '../query_parse_context.js';
import type { ScoreFunctionType } from './score_function_type.js';

export const script_score: ScoreFunctionType<ScriptReference> = {
  name: 'script_score',
  parse(body, context) {
    let script: ScriptReference | undefined;
    for (const [key, json = null] of Object.entries(body)) {
      if (key !== 'script') {
        throw parsingError(context, `script_score query does not support [${key}]`, body);
      }
      if (isJsonArray(json)) throw noScript(json, placePrefix(context, json));
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

/**
 * OpenSearch skips the opening bracket of a list, and reports the token after its first element.
 */
function noScript(list: readonly JsonValue[], place: string): ApiError {
  const [first] = list;
  const token =
    first === undefined ? 'END_ARRAY' : isJsonObject(first) ? 'END_OBJECT' : tokenName(first);
  const reason = `${place}[script] Expected START_OBJECT but was: ${token}`;
  return new ApiError('x_content_parse_exception', reason);
}

function negativeScore(score: string): string {
  return `script score function must not produce negative scores, but got: [${score}]`;
}
