/** `GET /_ingest/pipeline`, `GET /_ingest/pipeline/{id}`: the sources of pipelines, as they were put; not to find any is 404. */
import { simpleMatch } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { jsonReply, splitList } from '@skein/http';
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const get_pipeline = defineEndpoint({
  id: 'ingest.get_pipeline',
  shape: 'local',
  routes: ['GET /_ingest/pipeline', 'GET /_ingest/pipeline/{id}'],
  params: MASTER_TIMEOUT_PARAMS,
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => ({ patterns: splitList(pathParams.id ?? '*') }),
  handle: ({ patterns }, { masterService }) => {
    const found = new Map<string, JsonObject>();
    for (const pattern of patterns) {
      for (const [id, source] of masterService.state().metadata.pipelines) {
        if (simpleMatch(pattern, id)) found.set(id, source);
      }
    }
    return jsonReply(Object.fromEntries(found), found.size === 0 ? 404 : 200);
  },
});
