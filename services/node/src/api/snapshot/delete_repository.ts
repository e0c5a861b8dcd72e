/** `DELETE /_snapshot/{repository}`: unregisters repositories; their content stays. */
import { repositoryMissing } from '@skein/cluster';
import { acknowledged, splitList } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { namedRepositories } from './named_repositories.js';

export const delete_repository = defineEndpoint({
  id: 'snapshot.delete_repository',
  shape: 'master',
  routes: ['DELETE /_snapshot/{repository}'],
  params: { ...MASTER_PARAMS },
  body: 'none',
  privilege: 'snapshots:manage',
  parse: ({ pathParams, params }) => ({
    given: pathParams.repository ?? '',
    options: submitOptions(params),
  }),
  handle: async ({ given, options }, { masterService }) => {
    const found = namedRepositories(masterService.state(), splitList(given));
    if (found.length === 0) throw repositoryMissing(given);
    const names = found.map(({ name }) => name);
    const outcome = await masterService.submit('delete_repositories', { names }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
