/** A walk over all endpoints whose answers are described, in which each finds what it needs. */
import type { Json } from './people_index.js';

export interface Use {
  readonly id: string;
  readonly method: string;
  /** Ids of earlier answers stand for `{task}`, `{seq}` and the ids of examples. */
  readonly path: string;
  /** Sent in the place of the example. */
  readonly body?: Json;
  /** True if the endpoint has to be asked until the master has done something. */
  readonly eventually?: true;
}

const use = (id: string, method: string, path: string, more: Partial<Use> = {}): Use => ({
  id,
  method,
  path,
  ...more,
});

/** Not asked here, with the reason. */
export const UNUSED: Readonly<Record<string, string>> = {
  'remote_store.restore': 'needs nodes with a remote store',
  'remote_store.stats': 'needs nodes with a remote store',
  'security.protected_resource': 'needs a node that asks for tokens',
};

const BEGIN = [
  use('info', 'GET', '/'),
  use('health.live', 'GET', '/_health/live'),
  use('health.ready', 'GET', '/_health/ready'),
  use('license.get', 'GET', '/_license'),
  use('xpack.info', 'GET', '/_xpack'),
  use('describe_api', 'GET', '/_openapi.json'),
  use('security.authenticate', 'GET', '/_security/_authenticate'),
  use('cluster.health', 'GET', '/_cluster/health?level=shards'),
  use('cluster.put_settings', 'PUT', '/_cluster/settings'),
  use('cluster.get_settings', 'GET', '/_cluster/settings?include_defaults'),
  use('ingest.put_pipeline', 'PUT', '/_ingest/pipeline/mark'),
  use('ingest.get_pipeline', 'GET', '/_ingest/pipeline'),
  use('ingest.simulate', 'POST', '/_ingest/pipeline/_simulate'),
  use('ingest.processor_grok', 'GET', '/_ingest/processor/grok'),
  use('put_script', 'PUT', '/_scripts/plus'),
  use('get_script', 'GET', '/_scripts/plus'),
  use('get_script_languages', 'GET', '/_script_language'),
  use('get_script_context', 'GET', '/_script_context'),
  use('scripts_painless_context', 'GET', '/_scripts/painless/_context'),
  use('scripts_painless_execute', 'POST', '/_scripts/painless/_execute'),
];

const INDICES = [
  use('cluster.put_component_template', 'PUT', '/_component_template/titles'),
  use('cluster.get_component_template', 'GET', '/_component_template'),
  use('indices.put_template', 'PUT', '/_template/old'),
  use('indices.get_template', 'GET', '/_template'),
  use('indices.put_index_template', 'PUT', '/_index_template/books'),
  use('indices.get_index_template', 'GET', '/_index_template'),
  use('indices.simulate_template', 'POST', '/_index_template/_simulate'),
  use('indices.simulate_index_template', 'POST', '/_index_template/_simulate_index/books-9'),
  use('indices.create', 'PUT', '/books'),
  use('indices.put_mapping', 'PUT', '/books/_mapping'),
  use('indices.put_settings', 'PUT', '/books/_settings'),
  use('indices.update_aliases', 'POST', '/_aliases'),
  use('indices.put_alias', 'PUT', '/books/_alias/routed'),
  use('indices.get', 'GET', '/books?include_defaults'),
  use('indices.get_mapping', 'GET', '/books/_mapping'),
  use('indices.get_field_mapping', 'GET', '/books/_mapping/field/*'),
  use('indices.get_settings', 'GET', '/books/_settings?include_defaults'),
  use('indices.get_alias', 'GET', '/_alias'),
  use('indices.rollover', 'POST', '/shelf-of-one/_rollover/books-3'),
  use('indices.analyze', 'POST', '/_analyze'),
];

const DOCUMENTS = [
  use('index', 'PUT', '/books/_doc/1?refresh=true'),
  use('create', 'PUT', '/books/_create/2?refresh=true'),
  use('update', 'POST', '/books/_update/1?refresh=true&_source=true'),
  use('get', 'GET', '/books/_doc/1'),
  use('get_source', 'GET', '/books/_source/1'),
  use('mget', 'POST', '/_mget'),
];

const SEARCHES = [
  use('search', 'POST', '/books/_search?scroll=1m'),
  use('scroll', 'POST', '/_search/scroll'),
  use('clear_scroll', 'DELETE', '/_search/scroll'),
  use('create_pit', 'POST', '/books/_search/point_in_time?keep_alive=1m'),
  use(
    'cat.pit_segments',
    'GET',
    '/_cat/pit_segments?format=json&source={"pit_id":"cGl0"}&source_content_type=application/json',
  ),
  use('get_all_pits', 'GET', '/_search/point_in_time/_all'),
  use('delete_pit', 'DELETE', '/_search/point_in_time'),
  use('delete_all_pits', 'DELETE', '/_search/point_in_time/_all'),
  use('open_point_in_time', 'POST', '/books/_pit?keep_alive=1m'),
  use('close_point_in_time', 'DELETE', '/_pit'),
  use('msearch', 'POST', '/_msearch'),
  use('msearch_template', 'POST', '/_msearch/template'),
  use('count', 'POST', '/books/_count'),
  use('explain', 'POST', '/books/_explain/1?_source=true'),
  use('indices.validate_query', 'POST', '/books/_validate/query?explain=true'),
  use('field_caps', 'POST', '/books/_field_caps?fields=*&include_unmapped'),
  use('termvectors', 'POST', '/books/_termvectors/1?term_statistics=true'),
  use('mtermvectors', 'POST', '/_mtermvectors'),
  use('rank_eval', 'POST', '/books/_rank_eval'),
  use('terms_enum', 'POST', '/books/_terms_enum'),
  use('search_shards', 'POST', '/books/_search_shards'),
  use('search_template', 'POST', '/books/_search/template'),
  use('render_search_template', 'POST', '/_render/template'),
  use('async_search.submit', 'POST', '/books/_async_search?keep_on_completion=true'),
  use('async_search.get', 'GET', '/_async_search/FmJvb2tz'),
  use('async_search.status', 'GET', '/_async_search/status/FmJvb2tz'),
  use('async_search.delete', 'DELETE', '/_async_search/FmJvb2tz'),
  use(
    'asynchronous_search.search',
    'POST',
    '/books/_plugins/_asynchronous_search?keep_on_completion=true&wait_for_completion_timeout=10s',
  ),
  use('asynchronous_search.get', 'GET', '/_plugins/_asynchronous_search/FmJvb2tz'),
  use('asynchronous_search.delete', 'DELETE', '/_plugins/_asynchronous_search/FmJvb2tz'),
  use('asynchronous_search.stats', 'GET', '/_plugins/_asynchronous_search/stats'),
];

const slowly = 'wait_for_completion=false&requests_per_second=1';
const faster = '_rethrottle?requests_per_second=-1';
const TASKS = [
  use('reindex', 'POST', `/_reindex?${slowly}`, {
    body: { source: { index: 'books', size: 1 }, dest: { index: 'slow-copies' } },
  }),
  use('tasks.list', 'GET', '/_tasks?detailed'),
  use('reindex_rethrottle', 'POST', `/_reindex/{task}/${faster}`),
  use('tasks.get', 'GET', '/_tasks/{task}?wait_for_completion=true'),
  use('update_by_query', 'POST', `/books/_update_by_query?scroll_size=1&${slowly}`, { body: {} }),
  use('update_by_query_rethrottle', 'POST', `/_update_by_query/{task}/${faster}`),
  use('tasks.get', 'GET', '/_tasks/{task}?wait_for_completion=true'),
  use('delete_by_query', 'POST', `/slow-copies/_delete_by_query?scroll_size=1&${slowly}`, {
    body: { query: { match_all: {} } },
  }),
  use('delete_by_query_rethrottle', 'POST', `/_delete_by_query/{task}/${faster}`),
  use('tasks.get', 'GET', '/_tasks/{task}?wait_for_completion=true'),
  use('tasks.list', 'GET', '/_tasks?group_by=none'),
  use('tasks.cancel', 'POST', '/_tasks/_cancel?actions=*reindex'),
];

const WRITES = [
  use('delete', 'DELETE', '/books/_doc/1'),
  use('bulk', 'POST', '/_bulk'),
  use('reindex', 'POST', '/_reindex'),
  use('update_by_query', 'POST', '/books/_update_by_query'),
  use('delete_by_query', 'POST', '/books/_delete_by_query'),
];

const SNAPSHOTS = [
  use('snapshot.create_repository', 'PUT', '/_snapshot/kept'),
  use('snapshot.get_repository', 'GET', '/_snapshot'),
  use('snapshot.verify_repository', 'POST', '/_snapshot/kept/_verify'),
  use('snapshot.create', 'PUT', '/_snapshot/kept/first?wait_for_completion=true'),
  use('snapshot.clone', 'PUT', '/_snapshot/kept/first/_clone/second'),
  use('snapshot.get', 'GET', '/_snapshot/kept/_all'),
  use('snapshot.status', 'GET', '/_snapshot/kept/first/_status'),
  use('snapshot.restore', 'POST', '/_snapshot/kept/first/_restore?wait_for_completion=true'),
  use('slm.put_lifecycle', 'PUT', '/_slm/policy/nightly'),
  use('slm.execute_lifecycle', 'POST', '/_slm/policy/nightly/_execute'),
  use('slm.get_lifecycle', 'GET', '/_slm/policy?human'),
  use('slm.execute_retention', 'POST', '/_slm/_execute_retention'),
  use('slm.get_stats', 'GET', '/_slm/stats'),
  use('slm.stop', 'POST', '/_slm/stop'),
  use('slm.get_status', 'GET', '/_slm/status'),
  use('slm.start', 'POST', '/_slm/start'),
  use('slm.delete_lifecycle', 'DELETE', '/_slm/policy/nightly'),
  use('sm.create_policy', 'POST', '/_plugins/_sm/policies/nightly'),
  use('sm.stop_policy', 'POST', '/_plugins/_sm/policies/nightly/_stop'),
  use('sm.start_policy', 'POST', '/_plugins/_sm/policies/nightly/_start'),
  use('sm.explain_policy', 'GET', '/_plugins/_sm/policies/nightly/_explain'),
  use('sm.get_policies', 'GET', '/_plugins/_sm/policies'),
  use('sm.get_policy', 'GET', '/_plugins/_sm/policies/nightly'),
  use(
    'sm.update_policy',
    'PUT',
    '/_plugins/_sm/policies/nightly?if_seq_no={seq}&if_primary_term=1',
  ),
  use('sm.delete_policy', 'DELETE', '/_plugins/_sm/policies/nightly'),
  use('snapshot.delete', 'DELETE', '/_snapshot/kept/second'),
  use('snapshot.cleanup_repository', 'POST', '/_snapshot/kept/_cleanup'),
];

const STREAMS = [
  use('indices.create_data_stream', 'PUT', '/_data_stream/logs-app'),
  use('indices.put_data_lifecycle', 'PUT', '/_data_stream/logs-app/_lifecycle'),
  use('indices.get_data_lifecycle', 'GET', '/_data_stream/logs-app/_lifecycle'),
  use('indices.modify_data_stream', 'POST', '/_data_stream/_modify'),
  use('indices.get_data_stream', 'GET', '/_data_stream'),
  use('indices.data_streams_stats', 'GET', '/_data_stream/_stats?human'),
  use('indices.resolve_index', 'GET', '/_resolve/index/*'),
  use('indices.delete_data_lifecycle', 'DELETE', '/_data_stream/logs-app/_lifecycle'),
  use('indices.delete_data_stream', 'DELETE', '/_data_stream/logs-app'),
];

const POLICIES = [
  use('ilm.put_lifecycle', 'PUT', '/_ilm/policy/monthly'),
  use('ilm.get_lifecycle', 'GET', '/_ilm/policy'),
  use('ilm.retry', 'POST', '/stuck/_ilm/retry', { eventually: true }),
  use('ilm.move_to_step', 'POST', '/_ilm/move/rolled-000001', {
    body: {
      current_step: { phase: 'hot', action: 'rollover', name: 'check-rollover-ready' },
      next_step: { phase: 'hot' },
    },
    eventually: true,
  }),
  use('ilm.explain_lifecycle', 'GET', '/stuck,rolled-000001,books/_ilm/explain'),
  use('ilm.remove_policy', 'POST', '/stuck,rolled-000001/_ilm/remove'),
  use('ilm.stop', 'POST', '/_ilm/stop'),
  use('ilm.get_status', 'GET', '/_ilm/status'),
  use('ilm.start', 'POST', '/_ilm/start'),
  use('ilm.delete_lifecycle', 'DELETE', '/_ilm/policy/monthly'),
  use('ism.put_policy', 'PUT', '/_plugins/_ism/policies/monthly'),
  use('ism.get_policy', 'GET', '/_plugins/_ism/policies/monthly'),
  use('ism.get_policies', 'GET', '/_plugins/_ism/policies'),
  use('ism.add_policy', 'POST', '/_plugins/_ism/add/copies'),
  use('ism.explain', 'POST', '/_plugins/_ism/explain/copies?show_policy=true'),
  use('ism.change_policy', 'POST', '/_plugins/_ism/change_policy/copies'),
  use('ism.retry_index', 'POST', '/_plugins/_ism/retry/copies'),
  use('ism.remove_policy', 'POST', '/_plugins/_ism/remove/copies'),
  use('ism.delete_policy', 'DELETE', '/_plugins/_ism/policies/monthly'),
];

const TRANSFORMS = [
  use('transform.preview_transform', 'POST', '/_transform/_preview'),
  use('transform.put_transform', 'PUT', '/_transform/pages'),
  use('transform.get_transform', 'GET', '/_transform'),
  use('transform.update_transform', 'POST', '/_transform/pages/_update'),
  use('transform.start_transform', 'POST', '/_transform/pages/_start'),
  use('transform.get_transform_stats', 'GET', '/_transform/pages/_stats'),
  use('transform.schedule_now_transform', 'POST', '/_transform/pages/_schedule_now'),
  use('transform.stop_transform', 'POST', '/_transform/pages/_stop?wait_for_completion=true'),
  use('transform.reset_transform', 'POST', '/_transform/pages/_reset'),
  use('transform.delete_transform', 'DELETE', '/_transform/pages'),
];

const REPORTS = [
  use('nodes.stats', 'GET', '/_nodes/stats?human&level=shards&groups=*&fields=*'),
  use('nodes.stats', 'GET', '/_nodes/stats/slow_log,indices?level=indices'),
  use('nodes.info', 'GET', '/_nodes?human'),
  use('nodes.usage', 'GET', '/_nodes/usage'),
  use('nodes.reload_secure_settings', 'POST', '/_nodes/reload_secure_settings', { body: {} }),
  use('nodes.profile', 'POST', '/_nodes/_local/_profile?type=cpu&duration=100ms'),
  use('cluster.state', 'GET', '/_cluster/state'),
  use('cluster.stats', 'GET', '/_cluster/stats?human'),
  use('cluster.pending_tasks', 'GET', '/_cluster/pending_tasks?human'),
  use('cluster.remote_info', 'GET', '/_remote/info'),
  use(
    'cluster.allocation_explain',
    'POST',
    '/_cluster/allocation/explain?include_yes_decisions&include_disk_info',
    { body: { index: 'books', shard: 0, primary: true } },
  ),
  use('cluster.allocation_explain', 'POST', '/_cluster/allocation/explain?include_yes_decisions', {
    body: { index: 'books-lonely', shard: 0, primary: false },
  }),
  use('cluster.reroute', 'POST', '/_cluster/reroute?dry_run&explain&metric=_all', {
    body: {
      commands: [{ cancel: { index: 'books', shard: 0, node: '{node}', allow_primary: true } }],
    },
  }),
  use('indices.stats', 'GET', '/_stats?level=shards&human&fields=*&groups=*'),
  use('indices.segments', 'GET', '/_segments?human'),
  use('indices.recovery', 'GET', '/_recovery?human&detailed'),
  use('indices.shard_stores', 'GET', '/_shard_stores?status=all'),
];

const MAINTENANCE = [
  use('indices.clear_cache', 'POST', '/books/_cache/clear'),
  use('indices.flush', 'POST', '/books/_flush'),
  use('indices.refresh', 'POST', '/books/_refresh'),
  use('indices.forcemerge', 'POST', '/books/_forcemerge'),
  use('indices.reload_search_analyzers', 'POST', '/books/_reload_search_analyzers'),
  use('indices.refresh_search_analyzers', 'POST', '/_plugins/_refresh_search_analyzers/books'),
  use('indices.add_block', 'PUT', '/copies/_block/write'),
  use('indices.clone', 'PUT', '/books-blocked/_clone/books-2'),
  use('indices.shrink', 'PUT', '/books-wide/_shrink/books-narrow'),
  use('indices.split', 'PUT', '/books-blocked/_split/books-split', {
    body: { settings: { 'index.number_of_shards': 2, 'index.number_of_replicas': 0 } },
  }),
  use('indices.close', 'POST', '/books/_close'),
  use('indices.open', 'POST', '/books/_open'),
  use('search_pipeline.put', 'PUT', '/_search/pipeline/plain'),
  use('search_pipeline.get', 'GET', '/_search/pipeline'),
];

const END = [
  use('search_pipeline.delete', 'DELETE', '/_search/pipeline/plain'),
  use('indices.delete_alias', 'DELETE', '/books/_alias/routed'),
  use('indices.delete_index_template', 'DELETE', '/_index_template/books'),
  use('indices.delete_template', 'DELETE', '/_template/old'),
  use('cluster.delete_component_template', 'DELETE', '/_component_template/titles'),
  use('delete_script', 'DELETE', '/_scripts/plus'),
  use('ingest.delete_pipeline', 'DELETE', '/_ingest/pipeline/mark'),
  use('indices.delete', 'DELETE', '/books-2'),
];

export const USES: readonly Use[] = [
  ...BEGIN,
  ...INDICES,
  ...DOCUMENTS,
  ...SEARCHES,
  ...TASKS,
  ...WRITES,
  ...STREAMS,
  ...POLICIES,
  ...TRANSFORMS,
  ...REPORTS,
  ...SNAPSHOTS,
  ...MAINTENANCE,
];

/** The requests that take away things which tests between ask for. */
export const LAST_USES: readonly Use[] = [
  ...END,
  use('snapshot.delete_repository', 'DELETE', '/_snapshot/kept'),
];
