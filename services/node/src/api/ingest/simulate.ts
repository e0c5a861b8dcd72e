/**
 * `POST /_ingest/pipeline/_simulate`, `/_ingest/pipeline/{id}/_simulate`: runs a pipeline on the
 * request's documents.
 */
import { encodeJson, RawJson } from '@skein/content';
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const simulate = defineEndpoint({
  id: 'ingest.simulate',
  shape: 'local',
  routes: [
    'GET /_ingest/pipeline/_simulate',
    'POST /_ingest/pipeline/_simulate',
    'GET /_ingest/pipeline/{id}/_simulate',
    'POST /_ingest/pipeline/{id}/_simulate',
  ],
  params: { verbose: orDefault(booleanParam, false) },
  body: 'json',
  sourceParam: true,
  privilege: 'pipelines:manage',
  parse: ({ pathParams, params, body }) => {
    const bytes = body.required();
    return {
      id: pathParams.id,
      verbose: params.verbose,
      body: body.format === 'json' ? bytes : encodeJson(body.value() ?? null),
    };
  },
  handle: async (request, { pipelineRunner }) =>
    jsonReply(new RawJson(await pipelineRunner.simulate(request))),
});
