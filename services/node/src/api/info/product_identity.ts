/**
 * The product identity in `GET /`. Official clients refuse servers that they do not recognize, and
 * each client checks other members of the response. The profile `universal` satisfies every
 * official client; the other profiles are for tools that depend on the version or on
 * `distribution`. Skein's own version is in the `Server` header and in `_cat/nodes`. `_nodes` shows
 * the version of the product, because dashboards start only with a version that they know.
 */
import { type ClusterState, clusterSettings } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { CLUSTER, type Profile, readSetting } from '@skein/settings';
import type { Actors } from '../../actors.js';

interface Product {
  readonly version: JsonObject;
  readonly tagline: string;
}

const ELASTIC_TAGLINE = 'You Know, for Search';
const OPENSEARCH_TAGLINE = 'The OpenSearch Project: https://opensearch.org/';

/**
 * The build that all profiles show. Clients can parse it, and its hash is that of no real build of
 * Elasticsearch or OpenSearch.
 */
const BUILD = {
  build_type: 'tar',
  build_hash: '0000000000000000000000000000000000000000',
  build_date: '2026-11-21T00:00:00.000000Z',
  build_snapshot: false,
} as const;

const SEVEN = {
  number: '7.10.2',
  build_flavor: 'default',
  ...BUILD,
  lucene_version: '8.7.0',
  minimum_wire_compatibility_version: '6.8.0',
  minimum_index_compatibility_version: '6.0.0-beta1',
} as const;

const PRODUCTS: Readonly<Record<Profile, Product>> = {
  universal: { version: { distribution: 'opensearch', ...SEVEN }, tagline: ELASTIC_TAGLINE },
  'elasticsearch-7': { version: SEVEN, tagline: ELASTIC_TAGLINE },
  'elasticsearch-8': {
    version: {
      number: '8.19.0',
      build_flavor: 'default',
      ...BUILD,
      lucene_version: '9.12.1',
      minimum_wire_compatibility_version: '7.17.0',
      minimum_index_compatibility_version: '7.0.0',
    },
    tagline: ELASTIC_TAGLINE,
  },
  'elasticsearch-9': {
    version: {
      number: '9.1.0',
      build_flavor: 'default',
      ...BUILD,
      lucene_version: '10.2.2',
      minimum_wire_compatibility_version: '8.19.0',
      minimum_index_compatibility_version: '8.0.0',
    },
    tagline: ELASTIC_TAGLINE,
  },
  'opensearch-2': {
    version: {
      distribution: 'opensearch',
      number: '2.19.1',
      ...BUILD,
      lucene_version: '9.12.1',
      minimum_wire_compatibility_version: '7.10.0',
      minimum_index_compatibility_version: '7.0.0',
    },
    tagline: OPENSEARCH_TAGLINE,
  },
};

/**
 * `overrideVersion`: the setting `compatibility.override_main_response_version`. With it, the
 * profile `opensearch-2` shows the version number 7.10.2 that old clients expect.
 */
export function productIdentity(profile: Profile, overrideVersion: boolean): Product {
  const product = PRODUCTS[profile];
  if (!overrideVersion || profile !== 'opensearch-2') return product;
  const { distribution: _distribution, ...version } = product.version;
  return { ...product, version: { ...version, number: SEVEN.number } };
}

/**
 * The identity that a request is shown. `profile` is the profile of the listener that got the
 * request; if it has none, the profile in the cluster settings counts.
 */
export function identityIn(state: ClusterState, profile: Profile | undefined): Product {
  const settings = clusterSettings(state);
  return productIdentity(
    profile ?? readSetting(settings, CLUSTER.general.profile),
    readSetting(settings, CLUSTER.general.overrideMainResponse),
  );
}

/** Cached by state, because a state's settings never change and every request needs them. */
const profiles = new WeakMap<ClusterState, Profile>();

/**
 * Returns a function that is true for a listener whose requests may contain mapping types and whose
 * responses show them.
 */
export function typesShown(
  master: Pick<Actors['masterService'], 'state'>,
): (listener: Profile | undefined) => boolean {
  return (listener) => (listener ?? clusterProfile(master.state())) === TYPED_PROFILE;
}

function clusterProfile(state: ClusterState): Profile {
  const known = profiles.get(state) ?? readSetting(clusterSettings(state), CLUSTER.general.profile);
  profiles.set(state, known);
  return known;
}

const TYPED_PROFILE: Profile = 'elasticsearch-7';

/**
 * Response headers: a listener with an OpenSearch profile omits the product header of
 * Elasticsearch, which OpenSearch does not send.
 */
export function markedHeaders(
  headers: Readonly<Record<string, string>>,
  profile: Profile | undefined,
): Record<string, string> {
  const marked = { ...headers };
  if (profile === 'opensearch-2') delete marked['x-elastic-product'];
  return marked;
}
