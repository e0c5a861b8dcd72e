/**
 * Makes the endpoints that delete templates or pipelines: by name or by one pattern, through the
 * master.
 */
import { acknowledged } from '@skein/http';
import type { NamedPrivilege } from '../security/mod.js';
import { MASTER_PARAMS, submitOptions } from './common_params.js';
import { defineEndpoint, type Endpoint } from './endpoint.js';

interface DeletionByPattern {
  readonly id: string;
  /** A route with one variable. */
  readonly route: `DELETE ${string}`;
  readonly command:
    | 'delete_component_template'
    | 'delete_index_template'
    | 'delete_pipeline'
    | 'delete_search_pipeline'
    | 'delete_template';
  readonly privilege: NamedPrivilege;
}

export function deletesByPattern({ id, route, command, privilege }: DeletionByPattern): Endpoint {
  return defineEndpoint({
    id,
    shape: 'master',
    routes: [route],
    params: MASTER_PARAMS,
    body: 'none',
    privilege,
    parse: ({ pathParams, params }) => ({
      pattern: Object.values(pathParams)[0] ?? '',
      options: submitOptions(params),
    }),
    handle: async ({ pattern, options }, { masterService }) => {
      const outcome = await masterService.submit(command, { pattern }, options);
      return acknowledged({}, outcome.acknowledged);
    },
  });
}
