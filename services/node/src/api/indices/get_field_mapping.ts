/** `GET /_mapping/field/{fields}`: the mappings of single fields. */
import { INDICES_OPTIONS, mappingContext, requireIndex } from '@skein/cluster';
import { booleanParam, jsonReply, orDefault, splitList } from '@skein/http';
import { IndexMapping } from '@skein/mapping';
import { visibleMapping } from '../../security/visible_mapping.js';
import { INDEX_EXPRESSION_PARAMS, LOCAL_PARAM } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, READS_METADATA, targetIndices } from './index_targets.js';

export const get_field_mapping = defineEndpoint({
  id: 'indices.get_field_mapping',
  shape: 'local',
  routes: [
    'GET /_mapping/field/{fields}',
    'GET /{index}/_mapping/field/{fields}',
    'GET /_mappings/field/{fields}',
    'GET /{index}/_mappings/field/{fields}',
  ],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    ...LOCAL_PARAM,
    include_defaults: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, params, INDICES_OPTIONS.strictExpandOpen),
    fields: splitList(pathParams.fields ?? ''),
    includeDefaults: params.include_defaults,
  }),
  handle: ({ target, fields, includeDefaults }, actors, context) => {
    const state = actors.masterService.state();
    const names = targetIndices(actors, context, target, READS_METADATA);
    const entries = names.map((name) => {
      const index = requireIndex(state, name);
      const mapping = visibleMapping(index, context.identity);
      const parsed = IndexMapping.parse(mapping, mappingContext(index.settings));
      const found = fields.map((field) => parsed.fieldMappings(field, includeDefaults));
      const mappings = Object.fromEntries(found.flatMap((part) => Object.entries(part)));
      return [name, { mappings }] as const;
    });
    // OpenSearch finds nothing without an index; an index without the field is shown.
    return jsonReply(Object.fromEntries(entries), entries.length === 0 ? 404 : 200);
  },
});
