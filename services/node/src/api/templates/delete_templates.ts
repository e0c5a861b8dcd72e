/** Templates of each kind are deleted in the same way: by a name or one pattern, through the master. */
import { acknowledged } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint, type Endpoint } from '../endpoint.js';

export interface TemplateDeletion {
  readonly id: string;
  readonly route: `DELETE ${string}`;
  readonly command: 'delete_component_template' | 'delete_index_template' | 'delete_template';
}

export function deleteTemplates({ id, route, command }: TemplateDeletion): Endpoint {
  return defineEndpoint({
    id,
    shape: 'master',
    routes: [route],
    params: MASTER_PARAMS,
    body: 'none',
    privilege: 'templates:manage',
    parse: ({ pathParams, params }) => ({
      pattern: pathParams.name ?? '',
      options: submitOptions(params),
    }),
    handle: async ({ pattern, options }, { masterService }) => {
      const outcome = await masterService.submit(command, { pattern }, options);
      return acknowledged({}, outcome.acknowledged);
    },
  });
}
