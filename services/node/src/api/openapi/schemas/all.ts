/** Request and response schemas of the endpoints. */
import type { JsonObject } from '@skein/content';
import { acknowledged } from './acknowledged.js';
import { by_query } from './by_query.js';
import { cluster_management } from './cluster_management.js';
import { cluster_reports } from './cluster_reports.js';
import { data_streams } from './data_streams.js';
import { documents } from './documents.js';
import { index_management } from './index_management.js';
import { index_reports } from './index_reports.js';
import { more_searching } from './more_searching.js';
import { node_reports } from './node_reports.js';
import { other_endpoints } from './other_endpoints.js';
import { pipelines } from './pipelines.js';
import { policies } from './policies.js';
import type { Shape } from './schema.js';
import { searching } from './searching.js';
import { snapshot_policies } from './snapshot_policies.js';
import { snapshots } from './snapshots.js';
import { task_reports } from './task_reports.js';
import { templates } from './templates.js';
import { transforms } from './transforms.js';

const ROOMS = [
  documents,
  searching,
  by_query,
  index_management,
  templates,
  pipelines,
  snapshots,
  cluster_management,
  acknowledged,
  cluster_reports,
  data_streams,
  index_reports,
  more_searching,
  node_reports,
  other_endpoints,
  policies,
  snapshot_policies,
  task_reports,
  transforms,
];

export const SCHEMAS: JsonObject = Object.assign({}, ...ROOMS.map(({ schemas }) => schemas));

export const SHAPES: Readonly<Record<string, Shape>> = Object.assign(
  {},
  ...ROOMS.map(({ shapes }) => shapes),
);
