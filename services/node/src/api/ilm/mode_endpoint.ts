/** The two endpoints that start and stop ILM. */
import { acknowledged } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint, type Endpoint } from '../endpoint.js';

export interface ModeChange {
  readonly name: 'start' | 'stop';
  readonly isStopped: boolean;
}

export function modeEndpoint({ name, isStopped }: ModeChange): Endpoint {
  return defineEndpoint({
    id: `ilm.${name}`,
    shape: 'master',
    routes: [`POST /_ilm/${name}`],
    params: MASTER_PARAMS,
    body: 'none',
    privilege: 'cluster:manage',
    parse: ({ params }) => submitOptions(params),
    handle: async (options, { masterService }) => {
      const outcome = await masterService.submit('set_lifecycle_mode', { isStopped }, options);
      return acknowledged({}, outcome.acknowledged);
    },
  });
}
