/** Makes the endpoints that show stored pipelines, of ingestion and of searches. */
import { simpleMatch } from '@skein/base';
import type { ClusterState } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { jsonReply, splitList } from '@skein/http';
import { MASTER_TIMEOUT_PARAMS } from './common_params.js';
import { defineEndpoint, type Endpoint } from './endpoint.js';

interface StoredPipelines {
  readonly id: string;
  /** The path of all pipelines. */
  readonly path: string;
  readonly pipelines: (metadata: ClusterState['metadata']) => ReadonlyMap<string, JsonObject>;
}

/** Shows the pipelines' sources as stored; 404 if none is found. */
export function getPipelines({ id, path, pipelines }: StoredPipelines): Endpoint {
  return defineEndpoint({
    id,
    shape: 'local',
    routes: [`GET ${path}`, `GET ${path}/{id}`],
    params: MASTER_TIMEOUT_PARAMS,
    body: 'none',
    privilege: 'cluster:monitor',
    parse: ({ pathParams }) => splitList(pathParams.id ?? '*'),
    handle: (patterns, { masterService }) => {
      const found = new Map<string, JsonObject>();
      for (const pattern of patterns) {
        for (const [name, source] of pipelines(masterService.state().metadata))
          if (simpleMatch(pattern, name)) found.set(name, source);
      }
      return jsonReply(Object.fromEntries(found), found.size === 0 ? 404 : 200);
    },
  });
}
