/** The faults that OpenSearch 2.19 reports in malformed rules. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseQuery } from '../parse_query.js';

const anyOf = (intervals: JsonValue): JsonValue => ({ any_of: { intervals } });
const filtered = (filter: JsonValue): JsonValue => ({ match: { query: 'a', filter } });

test.each<[JsonValue, string]>([
  [anyOf([1]), 'Expected [FIELD_NAME] but got [END_ARRAY]'],
  [anyOf([1, 'b']), 'Expected [FIELD_NAME] but got [VALUE_STRING]'],
  [anyOf([null, {}]), 'Expected [FIELD_NAME] but got [START_OBJECT]'],
  [anyOf([{ match: { query: 'a' } }, true]), 'Expected [FIELD_NAME] but got [END_ARRAY]'],
  [anyOf([{}]), 'Expected [FIELD_NAME] but got [END_OBJECT]'],
  [filtered({ containing: 1 }), 'Expected [START_OBJECT] but got [VALUE_NUMBER]'],
  [filtered({ containing: {} }), 'Expected [FIELD_NAME] but got [END_OBJECT]'],
  [filtered({}), 'Expected [FIELD_NAME] but got [END_OBJECT]'],
])('%j: %s', (rule, reason) => {
  expect(causeOf(() => parseQuery({ intervals: { t: rule } })).reason).toBe(reason);
});

function causeOf(parse: () => unknown): ApiError {
  try {
    parse();
  } catch (thrown) {
    let error = thrown;
    while (error instanceof ApiError && error.cause instanceof ApiError) error = error.cause;
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
