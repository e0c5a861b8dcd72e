/** `DELETE /_snapshot/{repository}`: unregisters repositories; their content stays. */
import { repositoryMissing } from '@skein/cluster';
import { acknowledged, splitList } from '@skein/http';
import { changeNamed } from '../change_named.js';
import { namedRepositories } from './named_repositories.js';

export const delete_repository = changeNamed({
  id: 'snapshot.delete_repository',
  routes: ['DELETE /_snapshot/{repository}'],
  privilege: 'snapshots:manage',
  handle: async ({ name: given, options }, { masterService }) => {
    const found = namedRepositories(masterService.state(), splitList(given));
    if (found.length === 0) throw repositoryMissing(given);
    const names = found.map(({ name }) => name);
    const outcome = await masterService.submit('delete_repositories', { names }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
