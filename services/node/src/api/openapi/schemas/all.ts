/** Request and response schemas of the most used endpoints. */
import type { JsonObject } from '@skein/content';
import { cluster_management } from './cluster_management.js';
import { documents } from './documents.js';
import { index_management } from './index_management.js';
import type { Shape } from './schema.js';
import { searching } from './searching.js';

const ROOMS = [documents, searching, index_management, cluster_management];

export const SCHEMAS: JsonObject = Object.assign({}, ...ROOMS.map(({ schemas }) => schemas));

export const SHAPES: Readonly<Record<string, Shape>> = Object.assign(
  {},
  ...ROOMS.map(({ shapes }) => shapes),
);
