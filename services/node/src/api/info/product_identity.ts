/**
 * The product identity in `GET /`. Official clients refuse unknown servers, each by different
 * marks; `universal` has all of them and is accepted by every official client. The other profiles
 * are for tools that depend on the version or on `distribution`. Skein's own version is in the
 * `Server` header and in `_cat/nodes`; `_nodes` shows the product's, by which dashboards decide to
 * start.
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

/** The same for all profiles: in the form that clients parse, without another product's hash. */
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
 * `overrideVersion`: `compatibility.override_main_response_version`, for OpenSearch with the
 * version number that old clients expect.
 */
export function productIdentity(profile: Profile, overrideVersion: boolean): Product {
  const product = PRODUCTS[profile];
  if (!overrideVersion || profile !== 'opensearch-2') return product;
  const { distribution: _distribution, ...version } = product.version;
  return { ...product, version: { ...version, number: SEVEN.number } };
}

/**
 * The identity by the cluster settings. `profile`: that of the request's listener, which takes
 * precedence.
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

/** True if requests of a listener may contain mapping types and responses show them. */
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
