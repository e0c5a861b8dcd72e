/** `GET /_scripts/{id}` */
import { jsonReply } from '@skein/http';
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { storedScriptJson } from './stored_script_json.js';

export const get_script = defineEndpoint({
  id: 'get_script',
  shape: 'local',
  routes: ['GET /_scripts/{id}'],
  params: MASTER_TIMEOUT_PARAMS,
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => ({ id: pathParams.id ?? '' }),
  handle: ({ id }, { masterService }) => {
    const script = masterService.state().metadata.storedScripts.get(id);
    if (script === undefined) return jsonReply({ _id: id, found: false }, 404);
    return jsonReply({ _id: id, found: true, script: storedScriptJson(script) });
  },
});
