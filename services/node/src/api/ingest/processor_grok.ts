/** `GET /_ingest/processor/grok`: the built-in grok patterns. */
import { ApiError } from '@skein/errors';
import { booleanParam, jsonReply, orDefault, stringParam } from '@skein/http';
import { grokPatterns } from '@skein/ingest/calls';
import { defineEndpoint } from '../endpoint.js';

export const processor_grok = defineEndpoint({
  id: 'ingest.processor_grok',
  shape: 'local',
  routes: ['GET /_ingest/processor/grok'],
  params: {
    /** True to sort by name. */
    s: orDefault(booleanParam, false),
    ecs_compatibility: stringParam,
  },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ params }) => ({
    isSorted: params.s,
    ecsCompatibility: params.ecs_compatibility ?? 'disabled',
  }),
  handle: ({ isSorted, ecsCompatibility }) => {
    const patterns = grokPatterns(ecsCompatibility, isSorted);
    if (patterns !== undefined) return jsonReply({ patterns });
    throw new ApiError(
      'illegal_argument_exception',
      `unsupported ECS compatibility mode [${ecsCompatibility}]`,
    );
  },
});
