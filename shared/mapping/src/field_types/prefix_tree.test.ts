/** Prefix tree parameters of shapes: stored, shown, and obeyed if they change results. */
import type { JsonObject } from '@skein/content';
import { document, failureOf, mappingOf } from '../../testdata/mapping_fixture.js';

const shown = (parameters: JsonObject) =>
  (mappingOf({ s: { type: 'geo_shape', ...parameters } }).toJson().properties as JsonObject).s;

it('what was given is shown, with the strategy that follows from it', () => {
  expect(shown({})).toEqual({ type: 'geo_shape' });
  expect(shown({ tree: 'geohash', precision: '1km' })).toEqual({
    type: 'geo_shape',
    tree: 'geohash',
    precision: '1000.0m',
    strategy: 'recursive',
  });
  const levels = { tree_levels: 5, distance_error_pct: 0.1, strategy: 'term' };
  expect(shown(levels)).toEqual({ type: 'geo_shape', ...levels });
  const again = shown({ tree: 'quadtree' }) as JsonObject;
  expect(shown(again)).toEqual(again);
});

it('they are among the defaults of fields that have one of them', () => {
  const defaults = (parameters: JsonObject) =>
    mappingOf({ s: { type: 'geo_shape', ...parameters } }).fieldMappings('s', true);
  expect(JSON.stringify(defaults({}))).not.toContain('tree');
  expect(defaults({ tree: 'geohash' })).toMatchObject({
    s: { mapping: { s: { distance_error_pct: 0.025, strategy: 'recursive', points_only: false } } },
  });
});

it.each([
  [{ tree: 'oak' }, 'illegal_argument_exception: Unknown prefix tree type [oak]'],
  [{ strategy: 'x' }, 'illegal_argument_exception: Unknown strategy [x]'],
  [{ precision: 'x' }, 'number_format_exception: For input string: "x"'],
  [{ tree_levels: 'x' }, 'number_format_exception: For input string: "x"'],
  [
    { strategy: 'term', points_only: false },
    'illegal_argument_exception: points_only cannot be set to false for term strategy',
  ],
])('refused: %j', (parameters, refused) => {
  expect(failureOf(() => shown(parameters))).toContain(refused);
});

it.each([{ points_only: true }, { strategy: 'term' }])('%j: points alone', (parameters) => {
  const mapping = mappingOf({ s: { type: 'geo_shape', ...parameters } });
  expect(() => document(mapping, '{"s":"POINT (1 2)"}')).not.toThrow();
  expect(failureOf(() => document(mapping, '{"s":"LINESTRING (1 2, 3 4)"}'))).toContain(
    'mapper_parsing_exception: [{s}] is configured for points only but a LineString was found',
  );
  expect(mapping.field('s')?.onlyIntersects).toBe('strategy' in parameters);
});
