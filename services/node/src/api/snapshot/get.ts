/** `GET /_snapshot/{repository}/{snapshot}`: no repository can be registered yet. */
import { booleanParam } from '@skein/http';
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { repositoryMissing } from './repository_missing.js';

export const get = defineEndpoint({
  id: 'snapshot.get',
  shape: 'local',
  routes: ['GET /_snapshot/{repository}/{snapshot}'],
  params: { ...MASTER_TIMEOUT_PARAMS, ignore_unavailable: booleanParam, verbose: booleanParam },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => pathParams.repository ?? '',
  handle: (repository) => {
    throw repositoryMissing(repository);
  },
});
