/** `HEAD /_template/{name}` */
import { booleanParam, emptyReply, splitList } from '@skein/http';
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { chosenTemplates } from './get_template.js';

export const exists_template = defineEndpoint({
  id: 'indices.exists_template',
  shape: 'local',
  routes: ['HEAD /_template/{name}'],
  params: { ...MASTER_TIMEOUT_PARAMS, ...LOCAL_PARAM, flat_settings: booleanParam },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => splitList(pathParams.name ?? ''),
  handle: (names, { masterService }) =>
    emptyReply(chosenTemplates(masterService.state(), names).length > 0 ? 200 : 404),
});
