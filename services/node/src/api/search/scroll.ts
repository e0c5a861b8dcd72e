/** `POST /_search/scroll`: the next page of a scroll. */
import { readTimeMs } from '@skein/errors';
import { booleanParam, orDefault, timeParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { nothingNamed, readContextBody } from './context_body.js';
import { searchReply } from './search_reply.js';

export const scroll = defineEndpoint({
  id: 'scroll',
  shape: 'search',
  routes: [
    'GET /_search/scroll',
    'POST /_search/scroll',
    'GET /_search/scroll/{scroll_id}',
    'POST /_search/scroll/{scroll_id}',
  ],
  params: {
    scroll: timeParam,
    rest_total_hits_as_int: orDefault(booleanParam, false),
  },
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  parse: ({ pathParams, params, body }) => {
    let id = pathParams.scroll_id;
    let keepAliveMs = params.scroll;
    readContextBody(body.object(), {
      scroll_id: (json) => {
        if (typeof json === 'string') id = json;
        return typeof json === 'string';
      },
      scroll: (json) => {
        if (typeof json === 'string') keepAliveMs = readTimeMs('scroll', json);
        return typeof json === 'string';
      },
    });
    if (id === undefined) throw nothingNamed('scrollId is missing');
    return { id, keepAliveMs, restTotalHitsAsInt: params.rest_total_hits_as_int };
  },
  task: { action: 'indices:data/read/scroll', describe: ({ id }) => `scrollId[${id}]` },
  handle: async (call, { searchCoordinator }, context) => {
    const answer = await searchCoordinator.nextPage(call, context);
    return searchReply(answer, searchCoordinator);
  },
});
