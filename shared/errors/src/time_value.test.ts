import { ApiError } from './api_error.js';
import { readLengthMs, readTimeMs } from './time_value.js';

/** The reason, and the reason of the cause. */
function refusal(read: () => number): readonly (string | undefined)[] {
  try {
    return [`${read()} ms`];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.message, error.cause?.message];
  }
}

const noTime = (text: string) => `failed to parse setting [x] with value [${text}] as a time value`;

/** As OpenSearch 2.19.1 answers. */
it.each([
  ['5m', ['300000 ms']],
  ['-1', ['-1 ms']],
  ['5', [`${noTime('5')}: unit is missing or unrecognized`, undefined]],
  ['5M', [`${noTime('5M')}: unit is missing or unrecognized`, undefined]],
  ['-5s', [`${noTime('-5s')}: negative durations are not supported`, undefined]],
  [
    '0.5d',
    ['failed to parse [0.5d], fractional time values are not supported', 'For input string: "0.5"'],
  ],
  ['xs', ['failed to parse [xs]', 'For input string: "x"']],
])('a duration of %p', (text, expected) => {
  expect(refusal(() => readTimeMs('x', text))).toEqual(expected);
});

it('refuses no limit where a length is wanted', () => {
  expect(refusal(() => readLengthMs('x', '-1'))).toEqual([
    `${noTime('-1')}: negative durations are not supported`,
    undefined,
  ]);
});
