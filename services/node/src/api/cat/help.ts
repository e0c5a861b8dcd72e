/** `GET /_cat`: the list of the cat endpoints. */
import { textReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import * as tables from './tables.js';

export const help = defineEndpoint({
  id: 'cat.help',
  shape: 'local',
  routes: ['GET /_cat'],
  params: {},
  body: 'none',
  privilege: 'authenticated',
  parse: () => ({}),
  handle: () => {
    const paths = Object.values(tables).flatMap((table) =>
      table.routes.map((route) => route.slice('GET '.length)),
    );
    return textReply(`=^.^=\n${paths.sort().join('\n')}\n`);
  },
});
