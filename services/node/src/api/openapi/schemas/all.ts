/** Request and response schemas of the most used endpoints. */
import type { JsonObject } from '@skein/content';
import { by_query } from './by_query.js';
import { cluster_management } from './cluster_management.js';
import { documents } from './documents.js';
import { index_management } from './index_management.js';
import { pipelines } from './pipelines.js';
import type { Shape } from './schema.js';
import { searching } from './searching.js';
import { snapshots } from './snapshots.js';
import { templates } from './templates.js';

const ROOMS = [
  documents,
  searching,
  by_query,
  index_management,
  templates,
  pipelines,
  snapshots,
  cluster_management,
];

export const SCHEMAS: JsonObject = Object.assign({}, ...ROOMS.map(({ schemas }) => schemas));

export const SHAPES: Readonly<Record<string, Shape>> = Object.assign(
  {},
  ...ROOMS.map(({ shapes }) => shapes),
);
