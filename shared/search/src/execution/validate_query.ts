/**
 * `_validate/query` on one shard: binds the query to the index and prints the library's form of it.
 */
import { planOf } from '../plan/search_plan.js';
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
  const query = prepared.query();
  return { query: String(rewrite ? prepared.searcher.rewrite(query) : query) };
}
