import { ApiError } from '@skein/errors';
import { detailedMessage } from './detailed_message.js';

test('an error without a cause is its class and its reason', () => {
  const error = new ApiError('parsing_exception', 'no');
  expect(detailedMessage(error)).toBe('ParsingException[no]');
});

test('the class of a query that is not valid has its package', () => {
  const cause = new ApiError('query_validation_exception', 'Validation Failed: 1: no;');
  expect(detailedMessage(new ApiError('query_shard_exception', 'no', { cause }))).toBe(
    'QueryShardException[no]; nested: QueryValidationException[Validation Failed: 1: no;];; org.opensearch.index.query.QueryValidationException: Validation Failed: 1: no;',
  );
});

test('causes follow the errors they caused, and once more by themselves', () => {
  const number = new ApiError('number_format_exception', 'not a number');
  const parse = new ApiError('parse_exception', 'no point', { cause: number });
  const error = new ApiError('parsing_exception', 'Failed to parse', { cause: parse });
  const nested = 'OpenSearchParseException[no point]; nested: NumberFormatException[not a number];';
  expect(detailedMessage(error)).toBe(
    `ParsingException[Failed to parse]; nested: ${nested}; ${nested}; java.lang.NumberFormatException: not a number`,
  );
});
