import { refusalOf } from '@skein/errors/testing';
import { SEARCH_PARAMS, TARGET_PARAMS } from './search_params.js';

test.each(['explain', 'version', 'seq_no_primary_term'] as const)(
  '%s without a value is not given',
  (name) => {
    const { parse } = SEARCH_PARAMS[name];
    expect([parse(name, ''), parse(name, 'true')]).toEqual([undefined, true]);
  },
);

test('a flag of the index expression is refused with its cause', () => {
  const { ignore_throttled: flag } = TARGET_PARAMS;
  expect(refusalOf(() => flag.parse('ignore_throttled', 'maybe'))).toMatchObject({
    reason: 'Could not convert [ignore_throttled] to boolean',
    cause: { reason: 'Failed to parse value [maybe] as only [true] or [false] are allowed.' },
  });
});
