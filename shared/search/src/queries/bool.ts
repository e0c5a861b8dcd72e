/** `bool`: clauses that must, should or must not match, or only filter. */

import { float32, type JsonObject, type JsonValue } from '@skein/content';
import { checkClauseCount } from '@skein/mapping';
import { booleanQuery, matchAllQuery, type Query } from '@skein/search_library';
import { type FieldReader, into, itemsOf } from '../request/object_fields.js';
import { minimumShouldMatch } from '../text/minimum_should_match.js';
import { bindQuery } from './bind_query.js';
import { canMatch } from './can_match.js';
import { parseClauses } from './clauses.js';
import { readHeader } from './header.js';
import type { Draft } from './into_draft.js';
import { NO_MATCHES } from './match_none.js';
import { booleanOf, textOrNull } from './options.js';
import type { QueryNode } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';
import type { CanMatchContext } from './query_type.js';
import { LIGHT, type QueryJson, type QueryType } from './query_type.js';

const OCCURS = ['must', 'filter', 'should', 'must_not'] as const;
type Occur = (typeof OCCURS)[number];

interface BoolParams {
  readonly clauses: Readonly<Record<Occur, readonly QueryNode[]>>;
  readonly minimumShouldMatch: string | undefined;
  readonly adjustPureNegative: boolean;
}

export const bool: QueryType<BoolParams> = {
  name: 'bool',
  parse(body, context) {
    const clauses: Record<Occur, QueryNode[]> = { must: [], filter: [], should: [], must_not: [] };
    const own: Draft<Omit<BoolParams, 'clauses'>> = {
      minimumShouldMatch: undefined,
      adjustPureNegative: true,
    };
    const occur = (kind: Occur): FieldReader => [
      'object_array_or_null',
      (json) => {
        for (const clause of parseClauses(itemsOf(json), context)) clauses[kind].push(clause);
      },
    ];
    const header = readHeader(
      body,
      {
        must: occur('must'),
        filter: occur('filter'),
        should: occur('should'),
        must_not: occur('must_not'),
        mustNot: occur('must_not'),
        minimum_should_match: into(own, 'minimumShouldMatch', 'value', textOrNull),
        adjust_pure_negative: into(own, 'adjustPureNegative', 'boolean', booleanOf),
      },
      { name: 'bool', locate: context.locate },
    );
    return { ...header, params: { clauses, ...own } };
  },
  children: ({ clauses }) => OCCURS.flatMap((occur) => clauses[occur]),
  withChildren: (params, children) => {
    let at = 0;
    const next = (occur: Occur) => {
      const from = at;
      at += params.clauses[occur].length;
      return children.slice(from, at);
    };
    const [must, filter, should] = [next('must'), next('filter'), next('should')];
    return { ...params, clauses: { must, filter, should, must_not: next('must_not') } };
  },
  needs: () => LIGHT,
  bind: bindBool,
  canMatch: ({ clauses }, point) => boolCanMatch(clauses, point),
  toJson: (params, { boost }, json) => boolJson(params, boost, json),
};

type Clauses = BoolParams['clauses'];

/** A query for documents that match all of some queries and none of others. */
export function allOf(must: readonly QueryNode[], rest: Partial<Clauses> = {}): QueryNode {
  const clauses = { must, filter: [], should: [], must_not: [], ...rest };
  const params: BoolParams = { clauses, minimumShouldMatch: undefined, adjustPureNegative: true };
  return { kind: bool.name, params, boost: 1, name: undefined };
}

/** A query for documents that match any of some queries. */
export function anyOf(should: readonly QueryNode[]): QueryNode {
  const clauses = { must: [], filter: [], should, must_not: [] };
  const params: BoolParams = { clauses, minimumShouldMatch: '1', adjustPureNegative: true };
  return { kind: bool.name, params, boost: 1, name: undefined };
}

function boolCanMatch(clauses: Clauses, point: CanMatchContext): boolean {
  const required = [...clauses.must, ...clauses.filter];
  if (required.length > 0) return required.every((node) => canMatch(node, point));
  return clauses.should.length === 0 || clauses.should.some((node) => canMatch(node, point));
}

function bindBool(params: BoolParams, context: QueryShardContext): Query {
  const bind = (nodes: readonly QueryNode[]) => nodes.map((node) => bindQuery(node, context));
  const must = bind(params.clauses.must);
  const filter = bind(params.clauses.filter);
  const should = bind(params.clauses.should);
  const mustNot = bind(params.clauses.must_not);
  const count = must.length + filter.length + should.length + mustNot.length;
  if (count === 0) return matchAllQuery();
  checkClauseCount(count, context.maxClauseCount);
  const onlyNegative = must.length + filter.length + should.length === 0;
  // A query with only `must_not` clauses would match nothing; it is treated as "everything but",
  // whatever minimum it has.
  if (onlyNegative && params.adjustPureNegative) {
    checkClauseCount(count + 1, context.maxClauseCount);
    return booleanQuery({ mustNot, filter: [matchAllQuery()] });
  }
  if (must.includes(NO_MATCHES) || filter.includes(NO_MATCHES)) return NO_MATCHES;
  const { minimumShouldMatch: asked } = params;
  return booleanQuery({
    must,
    mustNot,
    should,
    filter,
    minimumShouldMatch: asked === undefined ? 0 : minimumShouldMatch(asked, should.length),
  });
}

/** The JSON that APIs show for a query that any of some queries must match. */
export function anyOfJson(should: readonly JsonValue[]): JsonObject {
  return { bool: { should, adjust_pure_negative: true, boost: float32(1) } };
}

function boolJson(params: BoolParams, boost: number, json: QueryJson): JsonObject | undefined {
  const shown: Record<string, JsonValue> = {};
  for (const [kind, nodes] of Object.entries(params.clauses)) {
    const clauses = nodes.map(json).filter((clause) => clause !== undefined);
    if (clauses.length < nodes.length) return undefined;
    if (clauses.length > 0) shown[kind] = clauses;
  }
  const { adjustPureNegative: adjust_pure_negative } = params;
  return { bool: { ...shown, adjust_pure_negative, boost: float32(boost) } };
}
