/** `GET /_transform`, `GET /_transform/{transform_id}` */
import { booleanParam, integerParam, jsonReply, orDefault } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { pageOf, transformsOf } from './known_transforms.js';
import { shownTransform } from './shown.js';

export const LIST_PARAMS = {
  from: orDefault(integerParam, 0),
  size: orDefault(integerParam, 100),
  allow_no_match: orDefault(booleanParam, true),
} as const;

export const get_transform = defineEndpoint({
  id: 'transform.get_transform',
  shape: 'local',
  routes: ['GET /_transform', 'GET /_transform/{transform_id}'],
  params: { ...LIST_PARAMS, exclude_generated: orDefault(booleanParam, false) },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams, params }) => ({ names: pathParams.transform_id ?? '*', params }),
  handle: ({ names, params }, { masterService }) => {
    const found = transformsOf(masterService.state(), names, params.allow_no_match);
    const shown = pageOf(found, params);
    return jsonReply({
      count: found.length,
      transforms: shown.map((record) => shownTransform(record, params.exclude_generated)),
    });
  },
});
