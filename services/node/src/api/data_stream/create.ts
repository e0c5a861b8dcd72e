/** `PUT /_data_stream/{name}` */
import { acknowledged } from '@skein/http';
import { waitForActiveShards } from '../../master_service/mod.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

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
  handle: async ({ name, options }, { masterService, security }, { identity, signal }) => {
    security.authorizeIndices(identity, 'indices:create', [name]);
    const outcome = await masterService.submit('create_data_stream', { name }, options);
    const indices = masterService.state().metadata.dataStreams.get(name)?.indices ?? [];
    const { timeoutMs } = options;
    await waitForActiveShards(masterService, { indices, count: '1', timeoutMs, signal });
    return acknowledged({}, outcome.acknowledged);
  },
});
