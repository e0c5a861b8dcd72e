/** Endpoints that answer only that all nodes have applied the change. */
import type { Described, Shape } from './schema.js';
import * as s from './schema.js';

const shape: Shape = { answer: s.acknowledged };

const IDS = [
  'async_search.delete',
  'asynchronous_search.delete',
  'cluster.delete_component_template',
  'delete_script',
  'ilm.delete_lifecycle',
  'ilm.start',
  'ilm.stop',
  'indices.create_data_stream',
  'indices.delete',
  'indices.delete_alias',
  'indices.delete_data_lifecycle',
  'indices.delete_data_stream',
  'indices.delete_index_template',
  'indices.delete_template',
  'ingest.delete_pipeline',
  'search_pipeline.delete',
  'slm.delete_lifecycle',
  'slm.execute_retention',
  'slm.start',
  'slm.stop',
  'sm.start_policy',
  'sm.stop_policy',
  'snapshot.delete',
  'snapshot.delete_repository',
  'transform.delete_transform',
  'transform.reset_transform',
  'transform.schedule_now_transform',
  'transform.start_transform',
  'transform.stop_transform',
];

export const acknowledged: Described = {
  schemas: {},
  shapes: Object.fromEntries(IDS.map((id) => [id, shape])),
};
