/** `PUT /_settings`, `PUT /{index}/_settings` */
import { INDICES_OPTIONS } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { acknowledged, booleanParam, orDefault } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { checkAnalysis } from './check_analysis.js';
import { indexExpression, MANAGES, targetIndices } from './index_targets.js';
import { readSettingsUpdate } from './read_settings.js';

export const put_settings = defineEndpoint({
  id: 'indices.put_settings',
  shape: 'master',
  routes: ['PUT /_settings', 'PUT /{index}/_settings'],
  params: {
    ...MASTER_PARAMS,
    ...INDEX_EXPRESSION_PARAMS,
    preserve_existing: orDefault(booleanParam, false),
    flat_settings: booleanParam,
  },
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params, body }) => {
    const settings = readSettingsUpdate(body.requiredObject());
    if (settings.size === 0) {
      throw new ApiError(
        'action_request_validation_exception',
        'Validation Failed: 1: no settings to update;',
      );
    }
    return {
      target: indexExpression(pathParams.index, params, INDICES_OPTIONS.changeOpenClosed),
      settings,
      preserveExisting: params.preserve_existing,
      options: submitOptions(params),
    };
  },
  handle: async ({ target, settings, preserveExisting, options }, actors, context) => {
    const indices = targetIndices(actors, context, target, MANAGES);
    await checkAnalysis(settings, actors, context.signal);
    const request = { indices, settings, preserveExisting };
    const outcome = await actors.masterService.submit('update_index_settings', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
