/** `script_score`: the documents of a query, scored by a script. */
import { isJsonObject, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseScript, type ScriptReference } from '@skein/script';
import { computedScoreQuery, type ScoreFunction } from '@skein/search_library';
import { scriptScoreFunction } from '../scripts/score_script.js';
import { scriptText } from '../scripts/script_text.js';
import { bindQuery } from './bind_query.js';
import { boostOf, floatOf, isScalar, textOrNull, tokenName } from './options.js';
import type { QueryNode, QueryType } from './query_node.js';
import { placePrefix, type QueryParseContext } from './query_parse_context.js';

interface ScriptScore {
  query: QueryNode | undefined;
  script: ScriptReference | undefined;
  minScore: number | undefined;
  boost: number;
  queryName: string | undefined;
}

export const script_score: QueryType = {
  name: 'script_score',
  parse(body, context) {
    const { query, script, minScore, boost, queryName } = readBody(body, context);
    if (query === undefined && script === undefined) throw required('query, script');
    if (query === undefined) throw required('query');
    if (script === undefined) throw required('script');
    return {
      boost,
      queryName,
      toQuery: (shard) => {
        const computed: ScoreFunction = scriptScoreFunction(script, shard, negativeScore);
        return computedScoreQuery(bindQuery(query, shard), {
          function: computed,
          minScore,
          text: `script score function, computed with script:"${scriptText(script)}"`,
        });
      },
    };
  },
};

function readBody(body: JsonObject, context: QueryParseContext): ScriptScore {
  const read: ScriptScore = {
    query: undefined,
    script: undefined,
    minScore: undefined,
    boost: 1,
    queryName: undefined,
  };
  for (const [key, json = null] of Object.entries(body)) {
    const refuse = (reason: string) =>
      new ApiError(
        'x_content_parse_exception',
        `${placePrefix(context, isScalar(json) ? body : json)}[script_score] ${reason}`,
      );
    if (key === 'query') read.query = context.parse(json);
    else if (key === 'script') {
      if (!isJsonObject(json)) {
        throw refuse(`${key} doesn't support values of type: ${tokenName(json)}`);
      }
      read.script = parseScript(json, { place: (at) => placePrefix(context, at) });
    } else if (key === 'min_score' && isScalar(json)) read.minScore = floatOf(json);
    else if (key === 'boost' && isScalar(json)) read.boost = boostOf(json);
    else if (key === '_name' && isScalar(json)) read.queryName = textOrNull(json);
    else throw refuse(`unknown field [${key}]`);
  }
  return read;
}

function required(names: string): ApiError {
  return new ApiError('illegal_argument_exception', `Required [${names}]`);
}

function negativeScore(score: string, doc: number): string {
  return `script_score script returned an invalid score [${score}] for doc [${doc}]. Must be a non-negative score!`;
}
