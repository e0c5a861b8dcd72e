import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { emptyRequest } from './empty_request.js';
import { parseSearchRequest } from './parse_search_request.js';
import { checkSearchPipeline } from './search_pipeline.js';

function refusal(source: JsonObject): Partial<ApiError> | undefined {
  try {
    checkSearchPipeline('p', source);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    throw thrown;
  }
}

test.each([
  {},
  { description: 'd', version: 3, request_processors: [], response_processors: [] },
  { version: '7', phase_results_processors: [{}], request_processors: null, description: null },
])('%j is a pipeline', (source) => {
  expect(refusal(source)).toBeUndefined();
});

/** Messages of OpenSearch 2.19. */
test.each([
  [{ description: 1 }, "[description] property isn't a string, but of type [java.lang.Integer]"],
  [{ version: 'a' }, '[version] property cannot be converted to an int [a]'],
  [{ version: 1.5 }, '[version] property cannot be converted to an int [1.5]'],
  [
    { request_processors: {} },
    "[request_processors] property isn't a list, but of type [java.util.HashMap]",
  ],
  [
    { response_processors: 'x' },
    "[response_processors] property isn't a list, but of type [java.lang.String]",
  ],
  [
    { phase_results_processors: [1] },
    "[phase_results_processors] property isn't a list of maps, but of type [java.lang.Integer]",
  ],
  [
    { x: 1, y: 2 },
    "pipeline [p] doesn't support one or more provided configuration parameters [x, y]",
  ],
])('%j is refused', (source, reason) => {
  expect(refusal(source as JsonObject)).toMatchObject({ type: 'parse_exception', reason });
});

test('a processor is refused by its name, before parameters that nobody knows', () => {
  expect(refusal({ request_processors: [{ filter_query: {}, b: {} }], x: 1 })).toMatchObject({
    type: 'illegal_argument_exception',
    reason: 'Invalid processor type filter_query',
  });
});

test('a body names a pipeline or brings its own', () => {
  const read = (search_pipeline: unknown) => parseSearchRequest({ search_pipeline } as never, {});
  expect(read('p').searchPipeline).toBe('p');
  expect(read(1).searchPipeline).toBe('1');
  expect(read({ description: 'd' }).searchPipeline).toEqual({ description: 'd' });
  expect(emptyRequest().searchPipeline).toBeUndefined();
  expect(() => read({ x: 1 })).toThrow('pipeline [_ad_hoc_pipeline]');
  expect(() => read(null)).toThrow('Unknown key for a VALUE_NULL in [search_pipeline].');
  expect(() => read([])).toThrow('Unknown key for a START_ARRAY in [search_pipeline].');
});
