/** `PUT /_data_stream/{name}` */
import { acknowledged } from '@skein/http';
import { checkAddedFilters } from '../../shard_host/mod.js';
import { changeNamed } from '../change_named.js';
import { activeEverywhere } from '../indices/active_everywhere.js';

export const create_data_stream = changeNamed({
  id: 'indices.create_data_stream',
  routes: ['PUT /_data_stream/{name}'],
  privilege: 'indices:create',
  handle: async ({ name, options }, actors, context) => {
    const { masterService, security } = actors;
    const { signal } = context;
    security.authorizeIndices(context.identity, 'indices:create', [name]);
    const change = { command: 'create_data_stream', request: { name } } as const;
    await checkAddedFilters(change, { ...actors, state: masterService.state() }, context);
    const outcome = await masterService.submit('create_data_stream', { name }, options);
    const indices = masterService.state().metadata.dataStreams.get(name)?.indices ?? [];
    const { timeoutMs } = options;
    await activeEverywhere(actors, { indices, count: '1', timeoutMs, signal });
    return acknowledged({}, outcome.acknowledged);
  },
});
