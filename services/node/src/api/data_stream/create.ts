/** `PUT /_data_stream/{name}` */
import { acknowledged } from '@skein/http';
import { checkAddedFilters } from '../../shard_host/mod.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { activeEverywhere } from '../indices/active_everywhere.js';

export const create_data_stream = defineEndpoint({
  id: 'indices.create_data_stream',
  shape: 'master',
  routes: ['PUT /_data_stream/{name}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'indices:create',
  parse: ({ pathParams, params }) => ({
    name: pathParams.name ?? '',
    options: submitOptions(params),
  }),
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
