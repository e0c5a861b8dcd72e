/** Pipelines of documents and of searches are shown and removed alike. */
import { simpleMatch } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { acknowledged, jsonReply, type Reply, splitList } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from './common_params.js';
import { defineEndpoint, type Endpoint } from './endpoint.js';

/** An expression of ids and patterns; absent: all. */
export function pipelinePatterns(expression: string | undefined): readonly string[] {
  return splitList(expression ?? '*');
}

/** Their sources as they were put; not to find any is 404. */
export function foundPipelines(
  pipelines: ReadonlyMap<string, JsonObject>,
  patterns: readonly string[],
): Reply {
  const found = new Map<string, JsonObject>();
  for (const pattern of patterns) {
    for (const [id, source] of pipelines) if (simpleMatch(pattern, id)) found.set(id, source);
  }
  return jsonReply(Object.fromEntries(found), found.size === 0 ? 404 : 200);
}

export function deletesPipelines({
  id,
  route,
  command,
}: {
  readonly id: string;
  readonly route: string;
  readonly command: 'delete_pipeline' | 'delete_search_pipeline';
}): Endpoint {
  return defineEndpoint({
    id,
    shape: 'master',
    routes: [route],
    params: MASTER_PARAMS,
    body: 'none',
    privilege: 'pipelines:manage',
    parse: ({ pathParams, params }) => ({
      pattern: pathParams.id ?? '',
      options: submitOptions(params),
    }),
    handle: async ({ pattern, options }, { masterService }) => {
      const outcome = await masterService.submit(command, { pattern }, options);
      return acknowledged({}, outcome.acknowledged);
    },
  });
}
