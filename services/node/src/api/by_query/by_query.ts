/** Common parts of delete by query and update by query, which search the indices they change. */
import { splitExpression } from '@skein/cluster';
import type { JsonValue } from '@skein/content';
import {
  integerParam,
  jsonReply,
  listParam,
  type ParamValues,
  type Reply,
  type RequestBody,
  stringParam,
  timeParam,
} from '@skein/http';
import type { SearchRequest } from '@skein/search';
import type { Actors } from '../../actors.js';
import type { ByScrollKind, ByScrollRequest } from '../../bulk_by_scroll/mod.js';
import { refuse } from '../document/validate_write.js';
import type { RequestContext } from '../endpoint.js';
import { locatedBody } from '../search/search_body.js';
import {
  indexExpression,
  QUERY_STRING_PARAMS,
  queryStringParams,
  searchType,
  TARGET_PARAMS,
} from '../search/search_params.js';
import {
  agreedMaxDocs,
  BY_SCROLL_PARAMS,
  checkedMaxDocs,
  commonTerms,
  conflictsOf,
  countOf,
  DEFAULT_PAGE_SIZE,
  pagesOf,
  searchProblems,
  splitBody,
} from './by_query_params.js';

export const BY_QUERY_PARAMS = {
  ...TARGET_PARAMS,
  ...QUERY_STRING_PARAMS,
  terminate_after: integerParam,
  ...BY_SCROLL_PARAMS,
  from: integerParam,
  /** Limit of documents: the former name of `max_docs`. */
  size: integerParam,
  sort: listParam,
  search_type: stringParam,
  search_timeout: timeParam,
  conflicts: stringParam,
  scroll_size: integerParam,
  /** Refused: the search is read page by page. */
  request_cache: stringParam,
  /** Search parameters without effect on the changes. */
  stats: listParam,
  version: stringParam,
  _source: listParam,
  _source_includes: listParam,
  _source_excludes: listParam,
} as const;

/** A request, and whether the caller waits for its end. */
export interface ByScrollOrder {
  readonly request: ByScrollRequest;
  readonly wait: boolean;
}

interface Given {
  readonly index: string | undefined;
  readonly params: ParamValues<typeof BY_QUERY_PARAMS>;
  readonly body: RequestBody;
}

/** `own`: the keys of the body that are not part of the search. */
export function readByQuery(
  kind: Exclude<ByScrollKind, 'reindex'>,
  { index, params, body }: Given,
  own: ReadonlySet<string>,
): ByScrollOrder {
  const { parts, search } = splitBody(locatedBody(body), own);
  const { size, ...rest } = search.json ?? {};
  const request = pagesOf(
    { ...search, json: search.json && rest },
    {
      ...queryStringParams(params),
      terminateAfter: params.terminate_after,
      from: params.from,
      size: params.scroll_size ?? pageSizeOf(size),
      sort: params.sort,
      timeoutMs: params.search_timeout,
    },
  );
  const { slices } = params;
  const problems = searchProblems(request, slices);
  if (params.request_cache !== undefined) {
    problems.push('[request_cache] cannot be used in a scroll context');
  }
  if (kind === 'delete_by_query') problems.push(...deletionProblems(index, request));
  refuse(problems);
  const most = agreedMaxDocs([parts.maxDocs, params.size, params.max_docs]);
  const byScroll: ByScrollRequest = {
    ...commonTerms(params),
    kind,
    remote: undefined,
    search: {
      target: indexExpression(index, params),
      routing: params.routing,
      preference: params.preference,
      searchType: searchType(params.search_type),
      restTotalHitsAsInt: false,
      allowPartialSearchResults: false,
      maxConcurrentShardRequests: undefined,
      preFilterShardSize: undefined,
      request,
    },
    script: parts.script,
    destination: undefined,
    pipeline: undefined,
    maxDocs: checkedMaxDocs(most, slices),
    conflicts:
      params.conflicts === undefined ? (parts.conflicts ?? 'abort') : conflictsOf(params.conflicts),
  };
  return { request: byScroll, wait: params.wait_for_completion };
}

function deletionProblems(index: string | undefined, { query }: SearchRequest): string[] {
  const isUnnamed = index === undefined || splitExpression(index).length === 0;
  return [
    ...(isUnnamed ? ['use _all if you really want to delete from all existing indexes'] : []),
    ...(query === undefined ? ['query is missing'] : []),
  ];
}

/** `size` in the body is that of a page. */
function pageSizeOf(json: JsonValue | undefined): number {
  return json === undefined ? DEFAULT_PAGE_SIZE : countOf('size', json);
}

/** Runs the request, or starts it in the background. */
export async function answerByScroll(
  { request, wait }: ByScrollOrder,
  { bulkByScroll }: Pick<Actors, 'bulkByScroll'>,
  { identity, nowMs, opaqueId }: RequestContext,
): Promise<Reply> {
  const options = { identity, nowMs, opaqueId };
  if (!wait) return jsonReply({ task: await bulkByScroll.start(request, options) });
  const { status, body } = await bulkByScroll.run(request, options);
  return jsonReply(body, status);
}
