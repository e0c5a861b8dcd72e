/**
 * Makes the endpoints that change one thing through the master. The only variable of their path
 * names it, and the request says nothing else.
 */
import type { Reply } from '@skein/http';
import type { Privilege } from '../security/privilege.js';
import { MASTER_PARAMS, submitOptions } from './common_params.js';
import { defineEndpoint, type Endpoint, type RequestContext } from './endpoint.js';
import type { ShapeActors } from './endpoint_shapes.js';

interface NamedChange {
  readonly id: string;
  /** Routes with one variable. */
  readonly routes: readonly string[];
  readonly privilege: Privilege;
  readonly handle: (
    request: { readonly name: string; readonly options: ReturnType<typeof submitOptions> },
    actors: ShapeActors['master'],
    context: RequestContext,
  ) => Promise<Reply>;
}

export function changeNamed({ id, routes, privilege, handle }: NamedChange): Endpoint {
  return defineEndpoint({
    id,
    shape: 'master',
    routes,
    params: MASTER_PARAMS,
    body: 'none',
    privilege,
    parse: ({ pathParams, params }) => ({
      name: Object.values(pathParams)[0] ?? '',
      options: submitOptions(params),
    }),
    handle,
  });
}
