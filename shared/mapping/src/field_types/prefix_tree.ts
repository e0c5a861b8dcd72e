/**
 * Parameters of `geo_shape` from when shapes were cells of a prefix tree: `tree`, `tree_levels`,
 * `precision`, `distance_error_pct` and `strategy` set the tolerated error of results. Shapes are
 * indexed exactly here, which satisfies each bound, so these parameters are only stored and shown.
 * Two change results: `points_only` refuses other shapes, and `strategy: term`, which means only
 * points, supports only the relation `intersects`.
 */
import { doubleText, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { GeoGeometry } from '@skein/search_library';
import { metersOf } from '../geo_shape/distance_unit.js';
import { parseJavaDouble } from './java_number.js';
import { flag, integer, type Parameter } from './parameter.js';
import type { ParameterValues } from './parameter_values.js';

const TREES: ReadonlySet<string> = new Set(['geohash', 'quadtree', 'legacyquadtree']);

const tree: Parameter = {
  name: 'tree',
  default: 'quadtree',
  updatable: false,
  explicit: true,
  appliesTo: hasPrefixTree,
  parse: (value) => {
    if (TREES.has(String(value))) return String(value);
    throw new ApiError('illegal_argument_exception', `Unknown prefix tree type [${String(value)}]`);
  },
};

const precision: Parameter = {
  name: 'precision',
  default: null,
  updatable: false,
  explicit: true,
  appliesTo: hasPrefixTree,
  parse: (value) => `${doubleText(metersOf(String(value)))}m`,
};

const strategy: Parameter = {
  name: 'strategy',
  default: null,
  updatable: false,
  explicit: true,
  appliesTo: hasPrefixTree,
  defaultFrom: (values) => (hasPrefixTree(values) ? 'recursive' : null),
  showAlso: hasPrefixTree,
  parse: (value) => {
    if (value === 'recursive' || value === 'term') return value;
    throw new ApiError('illegal_argument_exception', `Unknown strategy [${String(value)}]`);
  },
};

const distanceError: Parameter = {
  name: 'distance_error_pct',
  default: 0.025,
  updatable: false,
  explicit: true,
  appliesTo: hasPrefixTree,
  defaultFrom: (values) =>
    values.isConfigured('precision') || values.isConfigured('tree_levels') ? 0 : 0.025,
  parse: (value: JsonValue) => parseJavaDouble(String(value)),
};

const SHOWN = { explicit: true, appliesTo: hasPrefixTree } as const;

export const PREFIX_TREE_PARAMETERS: readonly Parameter[] = [
  tree,
  { ...integer('tree_levels', 0, SHOWN), default: null },
  precision,
  strategy,
  distanceError,
  flag('points_only', false, { ...SHOWN, defaultFrom: isTermStrategy }),
];

function hasPrefixTree(values: ParameterValues): boolean {
  return PREFIX_TREE_PARAMETERS.some(({ name }) => values.isConfigured(name));
}

export function isTermStrategy(values: ParameterValues): boolean {
  return values.isConfigured('strategy') && values.text('strategy') === 'term';
}

export function takesPointsOnly(values: ParameterValues): boolean {
  const isOnly = values.flag('points_only');
  if (!isOnly && isTermStrategy(values)) {
    throw new ApiError(
      'illegal_argument_exception',
      'points_only cannot be set to false for term strategy',
    );
  }
  return isOnly;
}

export function requirePoints(path: string, { lines, polygons, boxes }: GeoGeometry): void {
  if (lines.length + polygons.length + boxes.length === 0) return;
  const found = lines.length > 0 ? 'LineString' : 'Polygon';
  throw new ApiError(
    'mapper_parsing_exception',
    `[{${path}}] is configured for points only but a ${found} was found`,
  );
}
