/** Makes the two endpoints that start and stop the policies of a lifecycle. */
import { acknowledged } from '@skein/http';
import type { MasterService, SubmitOptions } from '../master_service/mod.js';
import type { NamedPrivilege } from '../security/mod.js';
import { MASTER_PARAMS, submitOptions } from './common_params.js';
import { defineEndpoint, type Endpoint, type RequestContext } from './endpoint.js';

interface ModeEndpoint {
  readonly lifecycle: 'ilm' | 'slm';
  readonly name: 'start' | 'stop';
  readonly privilege: NamedPrivilege;
  readonly change: (
    master: MasterService,
    request: { readonly isStopped: boolean; readonly options: SubmitOptions },
    context: RequestContext,
  ) => Promise<{ readonly acknowledged: boolean }>;
}

export function modeEndpoint({ lifecycle, name, privilege, change }: ModeEndpoint): Endpoint {
  return defineEndpoint({
    id: `${lifecycle}.${name}`,
    shape: 'master',
    routes: [`POST /_${lifecycle}/${name}`],
    params: MASTER_PARAMS,
    body: 'none',
    privilege,
    parse: ({ params }) => submitOptions(params),
    handle: async (options, { masterService }, context) => {
      const request = { isStopped: name === 'stop', options };
      const outcome = await change(masterService, request, context);
      return acknowledged({}, outcome.acknowledged);
    },
  });
}
