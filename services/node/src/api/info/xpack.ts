/**
 * `GET /_xpack`: the features of Elastic's distribution, by which shippers decide what to set up.
 */
import type { JsonObject } from '@skein/content';
import { booleanParam, enumListParam, jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { identityIn } from './product_identity.js';

const FEATURES: Readonly<Record<string, boolean>> = {
  ccr: false,
  data_streams: true,
  graph: false,
  ilm: true,
  logstash: false,
  ml: false,
  monitoring: false,
  rollup: false,
  security: false,
  slm: true,
  transform: true,
  watcher: false,
};

const CATEGORIES = ['build', 'license', 'features'] as const;

export const xpack = defineEndpoint({
  id: 'xpack.info',
  shape: 'local',
  routes: ['GET /_xpack'],
  params: {
    categories: enumListParam(
      CATEGORIES,
      (name, text) => `[${name}] must be of [${CATEGORIES.join(', ')}] but was [${text}]`,
    ),
    // The license is none of those that old clients do not know.
    accept_enterprise: booleanParam,
  },
  body: 'none',
  privilege: 'authenticated',
  parse: ({ params }) => ({ categories: params.categories ?? CATEGORIES }),
  handle: ({ categories }, { masterService }, { profile }) => {
    const state = masterService.state();
    const { version } = identityIn(state, profile);
    const features = Object.entries(FEATURES).map(
      ([name, available]) => [name, { available, enabled: available }] as const,
    );
    const all: Readonly<Record<(typeof CATEGORIES)[number], JsonObject>> = {
      build: { hash: version.build_hash, date: version.build_date },
      license: {
        uid: state.metadata.clusterUuid,
        type: 'basic',
        mode: 'basic',
        status: 'active',
      },
      features: Object.fromEntries(features),
    };
    const shown = CATEGORIES.filter((category) => categories.includes(category));
    return jsonReply({
      ...Object.fromEntries(shown.map((category) => [category, all[category]])),
      tagline: 'You know, for X',
    });
  },
});
