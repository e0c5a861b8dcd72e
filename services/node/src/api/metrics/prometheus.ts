/**
 * `GET /_metrics`: the metrics of this node in the Prometheus text format. `docs/OPERATIONS.md`
 * lists them.
 */
import { defineEndpoint } from '../endpoint.js';

/** Content type of format version 0.0.4, which every scraper supports. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export const prometheus = defineEndpoint({
  id: 'metrics',
  shape: 'local',
  routes: ['GET /_metrics'],
  params: {},
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: () => ({}),
  handle: async (_request, { metrics }, { signal }) => {
    const text = await metrics.text(signal);
    return { status: 200, body: { kind: 'text', text, contentType: CONTENT_TYPE } };
  },
});
