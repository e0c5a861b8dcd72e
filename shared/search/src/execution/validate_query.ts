/**
 * `_validate/query` on one shard: binds the query to the index, and shows it as the search library
 * writes queries.
 */
import type { IndexSearcher, Query } from '@skein/search_library';
import { planOf } from '../plan/search_plan.js';
import { creatingQuery } from '../queries/parse_query.js';
import { emptyRequest } from '../request/empty_request.js';
import type { ShardValidateRequest, ShardValidateResult } from '../shard_messages.js';
import type { ExecutionEnvironment } from './environment.js';
import { prepareSearch } from './prepared_search.js';

export function validateQuery(
  { query: json, nowMs, rewrite }: ShardValidateRequest,
  environment: ExecutionEnvironment,
): ShardValidateResult {
  const request = { ...emptyRequest(), query: json };
  const prepared = prepareSearch(
    { plan: planOf(request), aliasFilter: undefined, nowMs },
    environment,
  );
  const query = creatingQuery(() => prepared.query());
  return { query: rewrite ? rewrittenText(query, prepared.searcher) : String(query) };
}

/** As in OpenSearch, a query that turns out to match nothing is shown as it was before. */
function rewrittenText(query: Query, searcher: IndexSearcher): string {
  const rewritten = searcher.rewrite(query);
  return String(rewritten.isNothing === true ? query : rewritten);
}
