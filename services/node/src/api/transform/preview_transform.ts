/**
 * `POST /_transform/_preview`, `GET /_transform/{transform_id}/_preview`: the documents that a
 * transform would write.
 */
import { jsonReply, timeParam } from '@skein/http';
import { nowhere } from '@skein/reading';
import { readTransform } from '@skein/transform';
import { defineEndpoint } from '../endpoint.js';
import { transformsOf } from './known_transforms.js';
import { previewedTransform } from './read_body.js';

export const preview_transform = defineEndpoint({
  id: 'transform.preview_transform',
  shape: 'search',
  routes: [
    'GET /_transform/_preview',
    'POST /_transform/_preview',
    'GET /_transform/{transform_id}/_preview',
    'POST /_transform/{transform_id}/_preview',
  ],
  /** Has no effect: the search has its own timeout. */
  params: { timeout: timeParam },
  body: 'json',
  privilege: 'indices:read',
  parse: ({ pathParams, body }) => {
    const { transform_id: id } = pathParams;
    return id === undefined ? previewedTransform(body) : id;
  },
  handle: async (given, { masterService, transforms }, context) => {
    const transform = typeof given === 'string' ? stored(given) : given;
    const { documents, mapping } = await transforms.preview(transform, context);
    return jsonReply({
      preview: [...documents],
      generated_dest_index: {
        mappings: { ...mapping },
        settings: { index: { number_of_shards: '1', auto_expand_replicas: '0-1' } },
        aliases: {},
      },
    });

    function stored(id: string) {
      const [record] = transformsOf(masterService.state(), id, false);
      return readTransform(record?.source ?? {}, nowhere);
    }
  },
});
