/** Checks a query that is stored to be used later: whether the index can answer it at all. */
import type { JsonValue } from '@skein/content';
import type { ScriptService } from '@skein/script';
import { bindQuery } from '../queries/bind_query.js';
import { parseQuery } from '../queries/parse_query.js';
import { findQuery } from '../queries/visit_queries.js';
import type { IndexContext } from './environment.js';
import { queryShardContext } from './shard_context.js';

interface FilterChecking {
  readonly index: IndexContext;
  readonly scripts: ScriptService;
  readonly nowMs: number;
}

/**
 * Throws the error of parsing the filter or of binding it to the index. A filter with a lookup is
 * only parsed, because its terms are in a document.
 */
export function checkFilter(filter: JsonValue, { index, scripts, nowMs }: FilterChecking): void {
  const query = parseQuery(filter);
  if (findQuery(query, ({ documents }) => documents.length > 0) !== undefined) return;
  bindQuery(query, queryShardContext(index, scripts, nowMs));
}
