/**
 * `DELETE /_data_stream/{name}`: deletes the stream with all backing indices. As in OpenSearch, an
 * unknown name is no error.
 */
import { acknowledged, splitList } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { refuse } from '../document/validate_write.js';
import { defineEndpoint } from '../endpoint.js';
import { refuseWildcards } from '../indices/delete.js';
import { MANAGES } from '../indices/index_targets.js';
import { namedStreams } from './named_streams.js';

export const delete_data_stream = defineEndpoint({
  id: 'indices.delete_data_stream',
  shape: 'master',
  routes: ['DELETE /_data_stream/{name}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => {
    const expressions = splitList(pathParams.name ?? '');
    refuse(expressions.length === 0 ? ['no data stream(s) specified'] : []);
    return { expressions, options: submitOptions(params) };
  },
  handle: async ({ expressions, options }, actors, { identity }) => {
    refuseWildcards(actors, expressions);
    const { streams } = namedStreams(expressions, actors, identity, MANAGES);
    if (streams.length === 0) return acknowledged();
    const names = streams.map(({ name }) => name);
    const outcome = await actors.masterService.submit('delete_data_streams', { names }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
