/** Filters of aliases, checked in a thread of their own before an index gets them. */
import type { JsonObject } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import type { ScriptService } from '@skein/script';
import { checkFilter, type ShardContext } from '@skein/search';
import { IndexContextCache } from './index_context_cache.js';

export interface AliasFilterCalls {
  readonly check_alias_filters: { request: CheckAliasFiltersRequest; reply: JsonObject };
}

interface CheckAliasFiltersRequest {
  readonly index: ShardContext;
  readonly filters: readonly { readonly alias: string; readonly filter: JsonObject }[];
  /** The time that `now` in a filter stands for. */
  readonly nowMs: number;
}

interface Parts {
  readonly indices: IndexContextCache;
  readonly scripts: ScriptService;
}

/** Throws illegal_argument_exception with the alias whose filter the index cannot answer. */
export function checkAliasFilters(
  { index, filters, nowMs }: CheckAliasFiltersRequest,
  { indices, scripts }: Parts,
): JsonObject {
  // Not the cache of searches: the index may be a plan, whose identity another plan can have.
  const context = new IndexContextCache(indices.outside).get(index);
  for (const { alias, filter } of filters) {
    try {
      checkFilter(filter, { index: context, scripts, nowMs });
    } catch (thrown) {
      const reason = `failed to parse filter for alias [${alias}]`;
      throw new ApiError('illegal_argument_exception', reason, { cause: asApiError(thrown) });
    }
  }
  return {};
}
