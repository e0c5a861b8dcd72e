/** `script_score`: the documents of a query, scored by a script. */

import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseScript, type ScriptReference } from '@skein/script';
import { computedScoreQuery, type ScoreFunction } from '@skein/search_library';
import { type FieldReaders, into } from '../request/object_fields.js';
import { scriptScoreFunction } from '../scripts/score_script.js';
import { scriptText } from '../scripts/script_text.js';
import { bindQuery } from './bind_query.js';
import { readHeader } from './header.js';
import { floatOf } from './options.js';
import type { NodeHeader, QueryNode } from './query_node.js';
import { placePrefix, type QueryParseContext } from './query_parse_context.js';
import { type QueryType, SCRIPTED } from './query_type.js';

interface ScriptScore {
  query: QueryNode | undefined;
  script: ScriptReference | undefined;
  minScore: number | undefined;
}

export const script_score: QueryType<Params> = {
  name: 'script_score',
  parse(body, context) {
    const { query, script, minScore, boost, name } = readBody(body, context);
    if (query === undefined && script === undefined) throw required('query, script');
    if (query === undefined) throw required('query');
    if (script === undefined) throw required('script');
    return { boost, name, params: { query, script, minScore } };
  },
  children: ({ query }) => [query],
  withChildren: (params, [query = params.query]) => ({ ...params, query }),
  needs: () => SCRIPTED,
  bind: ({ query, script, minScore }, shard) => {
    const computed: ScoreFunction = scriptScoreFunction(script, shard, negativeScore);
    return computedScoreQuery(bindQuery(query, shard), {
      function: computed,
      minScore,
      text: `script score function, computed with script:"${scriptText(script)}"`,
      queryText: (inner) => `script_score (${inner}, script: {${scriptText(script)}}`,
    });
  },
};

interface Params {
  readonly query: QueryNode;
  readonly script: ScriptReference;
  readonly minScore: number | undefined;
}

function readBody(body: JsonObject, context: QueryParseContext): ScriptScore & NodeHeader {
  const { locate } = context;
  const read: ScriptScore = {
    query: undefined,
    script: undefined,
    minScore: undefined,
  };
  const readers: FieldReaders = {
    query: into(read, 'query', 'object', (json) => context.parse(json)),
    script: into(read, 'script', 'object', (json) =>
      parseScript(json, { place: (at) => placePrefix(context, at) }),
    ),
    min_score: into(read, 'minScore', 'number', floatOf),
  };
  const header = readHeader(body, readers, { name: 'script_score', locate });
  return { ...read, ...header };
}

function required(names: string): ApiError {
  return new ApiError('illegal_argument_exception', `Required [${names}]`);
}

function negativeScore(score: string, doc: number): string {
  return `script_score script returned an invalid score [${score}] for doc [${doc}]. Must be a non-negative score!`;
}
