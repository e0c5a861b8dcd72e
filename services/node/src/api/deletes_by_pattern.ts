/**
 * Makes the endpoints that delete templates or pipelines: by name or by one pattern, through the
 * master.
 */
import { acknowledged } from '@skein/http';
import type { NamedPrivilege } from '../security/mod.js';
import { changeNamed } from './change_named.js';
import type { Endpoint } from './endpoint.js';

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
  return changeNamed({
    id,
    routes: [route],
    privilege,
    handle: async ({ name: pattern, options }, { masterService }) => {
      const outcome = await masterService.submit(command, { pattern }, options);
      return acknowledged({}, outcome.acknowledged);
    },
  });
}
