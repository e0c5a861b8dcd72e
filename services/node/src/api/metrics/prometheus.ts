/**
 * `GET /_metrics`: the figures of this node in the text format of Prometheus. `docs/OPERATIONS.md`
 * lists them.
 */
import { defineEndpoint } from '../endpoint.js';

/** Of the format's version 0.0.4, which every scraper reads. */
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
