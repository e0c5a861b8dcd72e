/**
 * `terms_set`: several exact values, of which a number field of the document or a script tells how
 * many must match.
 */

import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { numberOfValue } from '@skein/java';
import { stepOf } from '@skein/mapping';
import { parseScript, type ScriptReference, scriptContext } from '@skein/script';
import {
  type CoveringMinimum,
  coveringQuery,
  fieldMinimum,
  matchNoneQuery,
  type Query,
} from '@skein/search_library';
import { documentScript } from '../scripts/document_script.js';
import { type Manners, readOptions } from './header.js';
import { intoDraft } from './into_draft.js';
import { unmappedFieldQuery } from './match_options.js';
import { textOf, tokenName } from './options.js';
import { parsingError, placePrefix, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, LEAF, mentionsNow, type QueryType } from './query_type.js';
import { requireNumbers } from './score_functions/require_fielddata.js';
import { termValues } from './terms.js';

const TERMS_SET = scriptContext('terms_set');

export const terms_set: QueryType<Params> = {
  name: 'terms_set',
  parse(body, context) {
    const [[field, json = null] = [], ...more] = Object.entries(body);
    if (field === undefined) {
      throw parsingError(context, '[terms_set] unknown token [END_OBJECT]', body);
    }
    if (!isJsonObject(json)) {
      const reason = `[terms_set] unknown token [${tokenName(json)}]`;
      throw parsingError(context, reason, body);
    }
    const [other] = more;
    if (other) {
      const reason = '[terms_set] unknown token [FIELD_NAME]';
      throw parsingError(context, reason, body);
    }
    const { terms, minimum, ...header } = readSet(json, context);
    return { ...header, params: { field, terms, minimum } };
  },
  ...LEAF,
  needs: ({ terms, minimum }) => ({
    ...HEAVY,
    now: mentionsNow(terms),
    scripts: typeof minimum === 'object',
  }),
  bind: ({ field, ...set }, shard) => bind(field, set, shard),
};

interface Params extends TermsSet {
  readonly field: string;
}

const MANNERS: Manners = { null: 'token', object: 'unsupported', array: 'unsupported' };

function readSet(options: JsonObject, context: QueryParseContext) {
  let terms: readonly JsonValue[] = [];
  const draft: { minimumField?: string } = {};
  let script: ScriptReference | undefined;
  const header = readOptions(
    { query: 'terms_set', options, context, manners: MANNERS },
    {
      terms: {
        array: (json) => {
          terms = termValues('terms_set', ['terms', json], context);
        },
      },
      minimum_should_match_field: intoDraft(draft, 'minimumField', textOf),
      minimum_should_match_script: {
        object: (json) => {
          script = parseScript(json, { place: (at) => placePrefix(context, at) });
        },
      },
    },
  );
  const { minimumField } = draft;
  if (minimumField !== undefined && script !== undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      'A field has already been specified. Cannot specify both a field and script',
    );
  }
  const minimum = script ?? minimumField;
  return { ...header, terms, minimum };
}

interface TermsSet {
  readonly terms: readonly JsonValue[];
  /** The name of the field, or the script. */
  readonly minimum: string | ScriptReference | undefined;
}

function bind(field: string, { terms, minimum }: TermsSet, shard: QueryShardContext): Query {
  if (terms.length > shard.maxClauseCount) {
    throw new ApiError('too_many_clauses', `maxClauseCount is set to ${shard.maxClauseCount}`);
  }
  if (terms.length === 0) return matchNoneQuery('No terms supplied for "terms_set" query.');
  const mapped = shard.mapping.field(field);
  if (minimum === undefined) {
    throw new ApiError('illegal_state_exception', 'No minimum should match has been specified');
  }
  const needed =
    typeof minimum === 'string'
      ? minimumOfField(minimum, shard)
      : minimumOfScript(minimum, terms.length, shard);
  if (!mapped) return unmappedFieldQuery(field);
  const queries = terms.map((term) => mapped.termQuery(term, shard));
  return coveringQuery(queries, needed);
}

function minimumOfField(name: string, shard: QueryShardContext): CoveringMinimum {
  const minimum = shard.mapping.field(name);
  if (minimum) {
    requireNumbers(minimum);
    return fieldMinimum(minimum.spec.name, stepOf(minimum));
  }
  throw new ApiError(
    'query_shard_exception',
    `failed to find minimum_should_match field [${name}]`,
  );
}

/** The script reads the number of terms as `params.num_terms`. */
function minimumOfScript(
  script: ScriptReference,
  termCount: number,
  shard: QueryShardContext,
): CoveringMinimum {
  const params = { ...script.params, num_terms: termCount };
  const { segment } = documentScript({ ...script, params }, TERMS_SET, shard);
  return {
    segment: (reader) => {
      const run = segment(reader);
      // As a long in Java, no number is 0.
      return (doc) => Math.trunc(numberOfValue(run(doc, Number.NaN))) || 0;
    },
    toString: () => script.idOrCode,
  };
}
