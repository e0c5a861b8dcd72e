/** `GET /_snapshot`, `GET /_snapshot/{repository}`: none can be registered yet. */
import { jsonReply, splitList } from '@skein/http';
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { repositoryMissing } from './repository_missing.js';

export const get_repository = defineEndpoint({
  id: 'snapshot.get_repository',
  shape: 'local',
  routes: ['GET /_snapshot', 'GET /_snapshot/{repository}'],
  params: { ...MASTER_TIMEOUT_PARAMS, ...LOCAL_PARAM },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => splitList(pathParams.repository ?? '_all'),
  handle: (names) => {
    const missing = names.find((name) => name !== '_all' && name !== '*');
    if (missing !== undefined) throw repositoryMissing(missing);
    return jsonReply({});
  },
});
