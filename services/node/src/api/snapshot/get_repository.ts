/** `GET /_snapshot`, `GET /_snapshot/{repository}`: the registered repositories. */
import { jsonReply, splitList } from '@skein/http';
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { renderSettings } from '../indices/render_settings.js';
import { namedRepositories } from './named_repositories.js';
import { SEES_SNAPSHOTS } from './snapshot_privileges.js';

export const get_repository = defineEndpoint({
  id: 'snapshot.get_repository',
  shape: 'local',
  routes: ['GET /_snapshot', 'GET /_snapshot/{repository}'],
  params: { ...MASTER_TIMEOUT_PARAMS, ...LOCAL_PARAM },
  body: 'none',
  privilege: SEES_SNAPSHOTS,
  parse: ({ pathParams }) => splitList(pathParams.repository ?? '_all'),
  handle: (names, { masterService }) => {
    const found = namedRepositories(masterService.state(), names);
    return jsonReply(
      Object.fromEntries(
        found.map(({ name, type, settings }) => [
          name,
          { type, settings: renderSettings(new Map(Object.entries(settings)), false) },
        ]),
      ),
    );
  },
});
