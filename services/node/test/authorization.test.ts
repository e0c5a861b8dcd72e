/**
 * Authorization on a real node. The expected results come from a short independent model of the
 * scope grammar: endpoint × scope × expression. Every answer is searched for names that its reader
 * must not know.
 */
import { ENDPOINTS } from '../src/api/registry.js';
import {
  ALIASES,
  type Answer,
  bodyOf,
  DELETED,
  INDICES,
  requestOf,
  SecuredNode,
} from './secured_node.js';

let node: SecuredNode;
const forge: SecuredNode['forge'] = (...token) => node.forge(...token);
const ask: SecuredNode['ask'] = (...request) => node.ask(...request);

beforeAll(async () => {
  node = await SecuredNode.start();
});
afterAll(() => node?.stop());

/**
 * The scopes that each endpoint needs, as docs/AUTHORIZATION.md says: any one of the entries, and
 * every scope that `&` joins. An empty list means any valid token.
 */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  info: [],
  render_search_template: [],
  ping: [],
  'license.get': [],
  'xpack.info': [],
  'cat.help': [],
  describe_api: [],
  'security.authenticate': [],
  'indices.analyze': [],
  ...forAll(
    ['indices:read'],
    'search msearch search_template msearch_template count explain indices.validate_query get',
  ),
  ...forAll(
    ['indices:read'],
    'exists get_source exists_source mget cat.count search_shards termvectors mtermvectors field_caps terms_enum',
  ),
  ...forAll(
    ['indices:read'],
    'rank_eval scroll clear_scroll create_pit delete_pit delete_all_pits get_all_pits',
  ),
  ...forAll(
    ['indices:read'],
    'open_point_in_time close_point_in_time cat.pit_segments cat.all_pit_segments',
  ),
  ...forAll(
    ['indices:read'],
    'async_search.submit async_search.get async_search.status async_search.delete',
  ),
  ...forAll(
    ['indices:read'],
    'asynchronous_search.search asynchronous_search.get asynchronous_search.delete',
  ),
  'asynchronous_search.stats': ['cluster:monitor'],
  ...forAll(['indices:read & indices:write'], 'delete_by_query update_by_query reindex'),
  ...forAll([], 'delete_by_query_rethrottle update_by_query_rethrottle reindex_rethrottle'),
  // A user's own tasks need no scope; tasks of others are invisible without `cluster:monitor`, and
  // cannot be changed without `tasks:manage`.
  ...forAll([], 'tasks.get tasks.cancel'),
  ...forAll(['cluster:monitor'], 'tasks.list cat.tasks metrics'),
  ...forAll(['cluster:manage'], 'nodes.reload_secure_settings nodes.profile'),
  ...forAll(['indices:write'], 'index create update delete bulk'),
  'indices.create': ['indices:create'],
  'indices.create_data_stream': ['indices:create'],
  ...forAll(['indices:manage'], 'indices.delete_data_stream indices.modify_data_stream'),
  'indices.get_data_stream': ['indices:monitor', 'indices:read'],
  'indices.data_streams_stats': ['indices:monitor'],
  ...forAll(['indices:manage'], 'indices.put_data_lifecycle indices.delete_data_lifecycle'),
  'indices.get_data_lifecycle': ['indices:monitor', 'indices:read'],
  ...forAll(['cluster:manage'], 'ism.put_policy ism.delete_policy'),
  ...forAll(['cluster:manage'], 'ilm.put_lifecycle ilm.delete_lifecycle ilm.start ilm.stop'),
  ...forAll(['cluster:monitor'], 'ism.get_policy ism.get_policies'),
  ...forAll(['cluster:monitor'], 'ilm.get_lifecycle ilm.get_status'),
  ...forAll(
    ['indices:manage'],
    'ism.add_policy ism.remove_policy ism.change_policy ism.retry_index',
  ),
  ...forAll(
    ['cluster:manage'],
    'transform.start_transform transform.stop_transform transform.delete_transform transform.reset_transform transform.schedule_now_transform',
  ),
  ...forAll(['cluster:monitor'], 'transform.get_transform transform.get_transform_stats'),
  'transform.preview_transform': ['indices:read'],
  ...forAll(
    ['cluster:manage & indices:read & indices:write'],
    'transform.put_transform transform.update_transform',
  ),
  ...forAll(['indices:manage'], 'ilm.move_to_step ilm.retry ilm.remove_policy'),
  ...forAll(['indices:monitor', 'indices:read'], 'ism.explain ilm.explain_lifecycle'),
  ...forAll(['indices:manage'], 'indices.delete indices.close indices.open indices.put_mapping'),
  ...forAll(
    ['indices:manage'],
    'indices.put_settings indices.forcemerge indices.add_block indices.clear_cache indices.reload_search_analyzers indices.refresh_search_analyzers',
  ),
  ...forAll(
    ['indices:manage & indices:read & indices:create'],
    'indices.shrink indices.split indices.clone',
  ),
  // The new index also needs `indices:create`, if there is an alias to roll over.
  ...forAll(['indices:manage'], 'indices.rollover'),
  ...forAll(['indices:manage'], 'indices.put_alias indices.delete_alias indices.update_aliases'),
  ...forAll(['indices:write', 'indices:manage'], 'indices.refresh indices.flush'),
  ...forAll(['indices:monitor', 'indices:read'], 'indices.get indices.exists indices.stats'),
  ...forAll(['indices:monitor', 'indices:read'], 'indices.get_mapping indices.get_settings'),
  ...forAll(['indices:monitor', 'indices:read'], 'indices.get_alias indices.exists_alias'),
  ...forAll(
    ['indices:monitor', 'indices:read'],
    'indices.get_field_mapping indices.segments cat.indices cat.segments cat.shards',
  ),
  ...forAll(['indices:monitor', 'indices:read'], 'indices.resolve_index cat.aliases'),
  ...forAll(
    ['indices:monitor', 'indices:read'],
    'indices.recovery cat.recovery cat.segment_replication',
  ),
  ...forAll(['indices:monitor'], 'indices.shard_stores'),
  ...forAll(
    ['cluster:monitor'],
    'cluster.health cluster.state cluster.stats cluster.allocation_explain nodes.info nodes.stats',
  ),
  ...forAll(['cluster:monitor'], 'cluster.get_settings cluster.pending_tasks indices.get_template'),
  ...forAll(['cluster:monitor'], 'indices.exists_template cat.allocation cat.health cat.nodes'),
  ...forAll(['cluster:monitor'], 'cat.cluster_manager cat.fielddata cat.nodeattrs cat.plugins'),
  ...forAll(
    ['cluster:monitor'],
    'cat.pending_tasks cat.templates cat.thread_pool cluster.remote_info nodes.hot_threads nodes.usage',
  ),
  ...forAll(
    ['cluster:monitor'],
    'indices.get_index_template cluster.get_component_template cat.component_templates',
  ),
  ...forAll(['cluster:monitor'], 'ingest.get_pipeline search_pipeline.get'),
  ...forAll(
    ['snapshots:manage', 'cluster:monitor'],
    'snapshot.get snapshot.get_repository snapshot.status cat.repositories cat.snapshots',
  ),
  ...forAll(
    ['snapshots:manage'],
    'snapshot.create snapshot.clone snapshot.delete snapshot.restore snapshot.create_repository',
  ),
  'remote_store.restore': ['snapshots:manage'],
  'remote_store.stats': ['indices:monitor', 'indices:read'],
  ...forAll(
    ['snapshots:manage'],
    'snapshot.delete_repository snapshot.verify_repository snapshot.cleanup_repository',
  ),
  ...forAll(
    ['snapshots:manage'],
    'sm.create_policy sm.update_policy sm.delete_policy sm.start_policy sm.stop_policy slm.put_lifecycle slm.delete_lifecycle',
  ),
  ...forAll(['snapshots:manage'], 'slm.execute_lifecycle slm.execute_retention slm.start slm.stop'),
  ...forAll(
    ['snapshots:manage', 'cluster:monitor'],
    'sm.get_policy sm.get_policies sm.explain_policy slm.get_lifecycle slm.get_stats slm.get_status',
  ),
  ...forAll(['cluster:monitor'], 'ingest.processor_grok'),
  ...forAll(
    ['pipelines:manage'],
    'ingest.put_pipeline ingest.delete_pipeline ingest.simulate search_pipeline.put search_pipeline.delete',
  ),
  ...forAll(
    ['cluster:manage'],
    'cluster.put_settings cluster.reroute cluster.post_voting_config_exclusions cluster.delete_voting_config_exclusions',
  ),
  ...forAll(['scripts:manage'], 'put_script delete_script scripts_painless_execute'),
  ...forAll(['cluster:monitor'], 'get_script get_script_context get_script_languages'),
  ...forAll(['cluster:monitor'], 'scripts_painless_context'),
  ...forAll(['templates:manage'], 'indices.put_template indices.delete_template'),
  ...forAll(['templates:manage'], 'indices.put_index_template indices.delete_index_template'),
  ...forAll(
    ['templates:manage'],
    'cluster.put_component_template cluster.delete_component_template',
  ),
  ...forAll(
    ['cluster:monitor'],
    'indices.exists_index_template cluster.exists_component_template indices.simulate_index_template indices.simulate_template',
  ),
};

function forAll(needs: readonly string[], ids: string): Record<string, readonly string[]> {
  return Object.fromEntries(ids.split(' ').map((id) => [id, needs]));
}

const FAMILIES = [
  ...['cluster:monitor', 'cluster:manage', 'templates:manage', 'snapshots:manage'],
  ...['read', 'write', 'create', 'monitor', 'manage'].map((level) => `indices:${level}`),
];

/** The endpoints that need authorization. */
const GUARDED = ENDPOINTS.filter(({ privilege }) => privilege !== 'public');

describe.each(GUARDED.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (id, endpoint) => {
  const needs = NEEDS[id];

  it('is in the table above', () => expect(needs).toBeDefined());

  it('asks for a token on every route', async () => {
    for (const route of endpoint.routes) {
      const [method, path] = requestOf(route);
      const answer = await ask(undefined, method, path, bodyOf(method));
      expect([route, answer.status]).toEqual([route, 401]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="skein"');
    }
  });

  it('refuses every scope that is not its own, and no other', async () => {
    // A write needs more scopes if it has to create its index: here the index exists.
    const index = needs?.some((need) => need.includes('indices:write')) ? 'pub-1' : undefined;
    const [method, path] = requestOf(endpoint.routes[0] ?? '', index);
    for (const family of FAMILIES) {
      const scope = family.startsWith('indices:') ? `${family}:*` : family;
      const token = await forge({ scope });
      const answer = await ask(token, method, path, bodyOf(method));
      const allowed =
        (needs ?? []).length === 0 ||
        needs?.some((need) => need.split(' & ').every((one) => holds(family, one)));
      expect([scope, answer.status === 403]).toEqual([scope, !allowed]);
      if (allowed) continue;
      expect(answer.headers.get('www-authenticate')).toMatch(/error="insufficient_scope", scope="/);
    }
  });
});

/**
 * The model of the grammar: `all` includes its family, `manage` includes `monitor`, no other level
 * includes another.
 */
function holds(granted: string, wanted: string): boolean {
  const [family, level] = granted.split(':');
  const [wantedFamily, wantedLevel] = wanted.split(':');
  if (family !== wantedFamily) return false;
  return (
    level === wantedLevel || level === 'all' || (level === 'manage' && wantedLevel === 'monitor')
  );
}

function mayUse(scope: string, needs: readonly string[], index: string): boolean {
  return scope.split(' ').some((entry) => {
    const [family = '', level = '', pattern = ''] = entry.split(':');
    const regular = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    return needs.some((need) => holds(`${family}:${level}`, need)) && regular.test(index);
  });
}

interface Asked {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object | string;
  /** The scope that the endpoint itself needs, besides the scopes for the indices. */
  readonly door?: string;
}

/** Endpoints that take an index expression and change nothing. `{i}` is the expression. */
const READS: readonly Asked[] = [
  { id: 'search', method: 'POST', path: '/{i}/_search', body: { size: 20 } },
  { id: 'count', method: 'GET', path: '/{i}/_count' },
  { id: 'field_caps', method: 'GET', path: '/{i}/_field_caps?fields=*' },
  {
    id: 'terms_enum',
    method: 'POST',
    path: '/{i}/_terms_enum',
    body: { field: 'k' },
  },
  { id: 'search_shards', method: 'GET', path: '/{i}/_search_shards' },
  { id: 'indices.validate_query', method: 'GET', path: '/{i}/_validate/query?explain' },
  { id: 'msearch', method: 'POST', path: '/{i}/_msearch', body: '{}\n{"size":20}\n' },
  { id: 'cat.count', method: 'GET', path: '/_cat/count/{i}' },
  { id: 'indices.get', method: 'GET', path: '/{i}' },
  { id: 'indices.exists', method: 'HEAD', path: '/{i}' },
  {
    id: 'indices.stats',
    method: 'GET',
    path: '/{i}/_stats?level=shards&forbid_closed_indices=false',
  },
  { id: 'indices.get_mapping', method: 'GET', path: '/{i}/_mapping?expand_wildcards=all' },
  { id: 'indices.get_settings', method: 'GET', path: '/{i}/_settings?expand_wildcards=all' },
  { id: 'indices.get_field_mapping', method: 'GET', path: '/{i}/_mapping/field/*' },
  { id: 'indices.get_alias', method: 'GET', path: '/{i}/_alias' },
  { id: 'indices.exists_alias', method: 'HEAD', path: '/{i}/_alias/*' },
  { id: 'indices.resolve_index', method: 'GET', path: '/_resolve/index/{i}?expand_wildcards=all' },
  { id: 'cat.indices', method: 'GET', path: '/_cat/indices/{i}?expand_wildcards=all' },
  { id: 'cat.shards', method: 'GET', path: '/_cat/shards/{i}' },
  { id: 'indices.recovery', method: 'GET', path: '/{i}/_recovery?expand_wildcards=all' },
  { id: 'indices.shard_stores', method: 'GET', path: '/{i}/_shard_stores?status=all' },
  { id: 'cat.recovery', method: 'GET', path: '/_cat/recovery/{i}' },
  { id: 'cat.segments', method: 'GET', path: '/_cat/segments/{i}' },
  { id: 'indices.segments', method: 'GET', path: '/{i}/_segments' },
  { id: 'indices.refresh', method: 'POST', path: '/{i}/_refresh' },
  { id: 'indices.flush', method: 'POST', path: '/{i}/_flush' },
  { id: 'indices.forcemerge', method: 'POST', path: '/{i}/_forcemerge' },
  {
    id: 'cluster.state',
    method: 'GET',
    path: '/_cluster/state/_all/{i}?expand_wildcards=all',
    door: 'cluster:monitor',
  },
  {
    id: 'cluster.health',
    method: 'GET',
    path: '/_cluster/health/{i}?level=shards&timeout=1ms&wait_for_no_initializing_shards=true',
    door: 'cluster:monitor',
  },
];
const EXPRESSIONS = [
  ...[
    'pub-1',
    'sec-1',
    'sec-closed',
    'sec-nosuch',
    'pub-nosuch',
    'pub-alias',
    'sec-alias',
    'mixed',
  ],
  ...['pub-*', 'sec-*', '*', '_all', '.*', 'pub-1,sec-1', 'pub-1,pub-nosuch', 'pub-*,sec-1'],
  ...['pub-*,-pub-2', '*,-sec-1', '*,-sec-nosuch', 'sec-*,pub-1', 'sec-*,sec-nosuch'],
  '%3Csec-%7Bnow%2Fy%7Byyyy%7D%7D%3E',
];
const PATTERNS = ['pub-*', 'sec-1', '*', 'other-*'];

function namedIn(expression: string): string[] {
  let wide = false;
  return decodeURIComponent(expression)
    .split(',')
    .filter((part) => {
      const isPattern = part === '_all' || part.includes('*');
      wide ||= isPattern;
      return !isPattern && !(wide && part.startsWith('-'));
    });
}

/** The indices that one name in an expression stands for. */
function behind(name: string): readonly string[] {
  if (name.startsWith('<')) return [`sec-${new Date().getUTCFullYear()}`];
  return ALIASES[name] ?? [name];
}

describe.each(READS.map((asked) => [asked.id, asked] as const))(
  '%s on expressions',
  (id, asked) => {
    const needs = id.startsWith('cluster.') ? ['indices:monitor'] : (NEEDS[id] ?? []);
    const levels = ['read', 'write', 'create', 'monitor', 'manage', 'all'];

    it.each(PATTERNS)(
      'of scopes on %s agrees with the model and names nothing else',
      async (pattern) => {
        for (const level of levels) {
          const scope = `${asked.door ?? 'security:read'} indices:${level}:${pattern}`;
          const token = await forge({ scope });
          const atTheDoor =
            asked.door !== undefined || needs.some((need) => holds(`indices:${level}`, need));
          for (const expression of EXPRESSIONS) {
            const path = asked.path.replace('{i}', expression);
            const answer = await ask(token, asked.method, path, asked.body);
            const named = namedIn(expression).flatMap(behind);
            const allowed = atTheDoor && named.every((index) => mayUse(scope, needs, index));
            const status = statusOf(id, answer);
            expect([scope, path, status === 403]).toEqual([scope, path, !allowed]);
            expect(status).toBeLessThan(500);
            const known = decodeURIComponent(path);
            const leaked = [...INDICES, DELETED].filter(
              (index) =>
                !mayUse(scope, needs, index) &&
                !known.includes(index) &&
                answer.text.includes(index),
            );
            expect([scope, path, leaked]).toEqual([scope, path, []]);
          }
        }
      },
    );

    it('tells no difference between a forbidden index that is there and one that is not', async () => {
      const level = needs[0]?.split(':')[1] ?? 'read';
      const token = await forge({ scope: `cluster:monitor indices:${level}:pub-*` });
      const answers = new Set<string>();
      for (const index of ['sec-1', 'sec-two', 'sec-closed', 'sec-nosuch', 'sec-alias', DELETED]) {
        const path = asked.path.replace('{i}', `${index},pub-1`);
        const { status, text } = await ask(token, asked.method, path, asked.body);
        answers.add(`${status} ${text.replaceAll(index, 'X').replace(/"took":\d+/, '')}`);
      }
      expect([...answers]).toHaveLength(1);
    });
  },
);

/** The status of the answer; a multi-search has a status per item. */
function statusOf(id: string, answer: Answer): number {
  if (id !== 'msearch' || answer.status !== 200) return answer.status;
  return (JSON.parse(answer.text) as { responses: { status: number }[] }).responses[0]?.status ?? 0;
}

describe('without an expression', () => {
  const paths = [
    ...['/_cat/indices?expand_wildcards=all', '/_cat/shards', '/_cat/aliases?expand_wildcards=all'],
    ...['/_stats?level=shards', '/_cluster/state', '/_mapping', '/_settings?expand_wildcards=all'],
    ...['/_alias', '/_cluster/health?level=shards', '/_nodes/stats?level=shards', '/_all'],
    ...[
      '/_nodes/stats?level=indices',
      '/_search',
      '/_search_shards',
      '/_cat/allocation',
      '/_nodes',
    ],
    ...['/_cluster/stats', '/_cat/nodes', '/_cat/pending_tasks', '/_cluster/pending_tasks'],
    ...['/_alias/sec-alias', '/_cat/aliases/*', '/_mapping/field/*', '/_cluster/settings'],
  ];

  it.each(paths)('%s shows what the token may see', async (path) => {
    const scope = 'cluster:monitor indices:monitor:pub-* indices:read:pub-*';
    const answer = await ask(await forge({ scope }), 'GET', path);
    const shown = answer.text.replace('sec-alias', '');
    expect(INDICES.filter((index) => shown.includes(index))).not.toContainEqual(
      expect.stringContaining('sec'),
    );
    expect(shown).not.toContain(DELETED);
  });

  it('a manager of the cluster sees no index by that alone', async () => {
    const token = await forge({ scope: 'cluster:all' });
    const answer = await ask(
      token,
      'POST',
      '/_cluster/reroute?metric=metadata,routing_table,routing_nodes',
    );
    expect(answer.status).toBe(200);
    expect(INDICES.filter((index) => answer.text.includes(index))).toEqual([]);
  });
});
