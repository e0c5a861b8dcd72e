/** `POST /{index}/_search/template`: a search rendered from a template. */
import { chunksReply } from '@skein/http';
import { readLocatedSearch } from '@skein/search';
import { defineEndpoint } from '../endpoint.js';
import { locatedBody, requireBody } from './search_body.js';
import { SEARCH_PARAMS, searchTerms, searchUrlParams } from './search_params.js';
import { readTemplateRequest, renderedBody, renderTemplate } from './template_body.js';

export const search_template = defineEndpoint({
  id: 'search_template',
  shape: 'search',
  routes: [
    'GET /_search/template',
    'POST /_search/template',
    'GET /{index}/_search/template',
    'POST /{index}/_search/template',
  ],
  params: SEARCH_PARAMS,
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  parse: ({ pathParams, params, body }) => {
    requireBody(body);
    const call = searchTerms(pathParams.index, params);
    return { call, url: searchUrlParams(params), template: readTemplateRequest(locatedBody(body)) };
  },
  handle: async ({ call, url, template }, actors, context) => {
    const text = await renderTemplate(template.template, actors, context.signal);
    const body = renderedBody(text, template);
    const request = readLocatedSearch(body, url, call.restTotalHitsAsInt);
    const { status, chunks } = await actors.searchCoordinator.search(
      { ...call, request },
      context,
      { shownStatus: 200 },
    );
    return chunksReply(chunks, status);
  },
});
