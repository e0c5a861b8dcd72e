/**
 * `POST /_ingest/pipeline/_simulate`, `/_ingest/pipeline/{id}/_simulate`: runs a pipeline on the
 * request's documents.
 */
import { RawJson } from '@skein/content';
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { requiredJsonBytes } from '../json_bytes.js';

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
  parse: ({ pathParams, params, body }) => ({
    id: pathParams.id,
    verbose: params.verbose,
    body: requiredJsonBytes(body),
  }),
  handle: async (request, { pipelineRunner }) =>
    jsonReply(new RawJson(await pipelineRunner.simulate(request))),
});
