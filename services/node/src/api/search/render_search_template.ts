/**
 * `POST /_render/template`, `POST /_render/template/{id}`: renders a search template without
 * running the search.
 */
import { encodeJson, RawJson } from '@skein/content';
import { chunksReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { locatedBody, requireBody } from './search_body.js';
import { readTemplateRequest, renderTemplate } from './template_body.js';

export const render_search_template = defineEndpoint({
  id: 'render_search_template',
  shape: 'local',
  routes: [
    'GET /_render/template',
    'POST /_render/template',
    'GET /_render/template/{id}',
    'POST /_render/template/{id}',
  ],
  params: {},
  body: 'json',
  sourceParam: true,
  privilege: 'authenticated',
  parse: ({ pathParams, body }) => {
    if (pathParams.id === undefined) requireBody(body);
    return readTemplateRequest(locatedBody(body), pathParams.id);
  },
  handle: async ({ template }, actors, { signal }) => {
    const text = await renderTemplate(template, actors, signal);
    const output = new RawJson(new TextEncoder().encode(text));
    return chunksReply([encodeJson({ template_output: output })], 200);
  },
});
