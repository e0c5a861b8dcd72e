/** `POST /_analyze`, `POST /{index}/_analyze`: text to tokens. */
import { type Analyzer, analyzeRequest, buildAnalysis } from '@skein/analysis';
import { INDICES_OPTIONS, mappingContext, requireIndex } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { jsonReply, stringParam } from '@skein/http';
import { IndexMapping } from '@skein/mapping';
import { NO_SETTINGS } from '@skein/settings';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, targetIndices } from './index_targets.js';

export const analyze = defineEndpoint({
  id: 'indices.analyze',
  shape: 'local',
  routes: ['GET /_analyze', 'POST /_analyze', 'GET /{index}/_analyze', 'POST /{index}/_analyze'],
  params: { index: stringParam },
  body: 'json',
  sourceParam: true,
  privilege: 'authenticated',
  parse: ({ pathParams, params, body }) => ({
    index: pathParams.index ?? params.index,
    body: readBody(body.object()),
  }),
  handle: ({ index: asked, body }, actors, context) => {
    const index = asked ?? (typeof body.index === 'string' ? body.index : undefined);
    if (index === undefined) {
      return jsonReply(
        analyzeRequest(body, buildAnalysis(NO_SETTINGS), { global: true }) as JsonObject,
      );
    }
    const target = indexExpression(index, {}, INDICES_OPTIONS.strictExpandOpen);
    const [name] = targetIndices(actors, context, target, ['indices:read']);
    const { settings, mapping } = requireIndex(actors.masterService.state(), name ?? index);
    const registry = mappingContext(settings);
    const fieldAnalyzer =
      body.field === undefined ? undefined : analyzerOf(mapping, registry, String(body.field));
    const options = { global: false, fieldAnalyzer };
    return jsonReply(analyzeRequest(body, registry.analysis, options) as JsonObject);
  },
});

function readBody(body: JsonObject | undefined): JsonObject {
  if (body === undefined)
    throw new ApiError('parse_exception', 'request body or source parameter is required');
  return body;
}

type Context = Parameters<typeof IndexMapping.parse>[1];

/** How the field's text is analyzed. A field that is not mapped has no analyzer of its own; one without text is refused. */
function analyzerOf(mapping: JsonObject, context: Context, name: string): Analyzer | undefined {
  const field = IndexMapping.parse(mapping, context).field(name);
  if (field === undefined) return undefined;
  if (field.isText && field.indexAnalyzer) return field.indexAnalyzer;
  throw new ApiError(
    'illegal_argument_exception',
    `Can't process field [${name}], Analysis requests are only supported on tokenized fields`,
  );
}
