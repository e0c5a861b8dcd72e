/**
 * `GET /_xpack`: lists Elastic's paid-tier features as unavailable, so that shippers skip what
 * needs them.
 */
import { booleanParam, jsonReply, stringParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

const FEATURES = [
  'ccr',
  'graph',
  'ilm',
  'logstash',
  'ml',
  'monitoring',
  'rollup',
  'security',
  'slm',
  'transform',
  'watcher',
] as const;

export const xpack = defineEndpoint({
  id: 'xpack.info',
  shape: 'local',
  routes: ['GET /_xpack'],
  params: { categories: stringParam, accept_enterprise: booleanParam },
  body: 'none',
  privilege: 'authenticated',
  parse: () => ({}),
  handle: (_request, { masterService }) => {
    const features = FEATURES.map((name) => [name, { available: false, enabled: false }]);
    return jsonReply({
      license: {
        uid: masterService.state().metadata.clusterUuid,
        type: 'basic',
        mode: 'basic',
        status: 'active',
      },
      features: Object.fromEntries(features),
      tagline: 'You know, for X',
    });
  },
});
