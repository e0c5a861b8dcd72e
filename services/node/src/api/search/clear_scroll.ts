/** `DELETE /_search/scroll`: ends scrolls; `_all` ends those of the caller. */
import { jsonReply, splitList } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { idsOf, nothingNamed, readContextBody } from './context_body.js';

const ALL = '_all';

export const clear_scroll = defineEndpoint({
  id: 'clear_scroll',
  shape: 'search',
  routes: ['DELETE /_search/scroll', 'DELETE /_search/scroll/{scroll_id}'],
  params: {},
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  parse: ({ pathParams, body }) => {
    let ids: readonly string[] = splitList(pathParams.scroll_id ?? '');
    readContextBody(body.object(), {
      scroll_id: (json) => {
        const given = idsOf(json);
        ids = given ?? ids;
        return given !== undefined;
      },
    });
    if (ids.length === 0) throw nothingNamed('no scroll ids specified');
    return ids.includes(ALL) ? undefined : ids;
  },
  handle: async (ids, { searchCoordinator }, context) => {
    const freed = await searchCoordinator.clearScrolls(ids, context);
    const status = freed > 0 || ids === undefined ? 200 : 404;
    return jsonReply({ succeeded: true, num_freed: freed }, status);
  },
});
