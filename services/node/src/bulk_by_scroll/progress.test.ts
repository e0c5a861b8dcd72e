import { ApiError, toPlainError } from '@skein/errors';
import { statusCode } from './progress.js';

const failed = (status: number) => ({
  index: 'a',
  id: '1',
  error: toPlainError(new ApiError('exception', '', { status })),
});

test.each([
  [[], 200],
  [[{ timedOut: false, failures: [failed(409), failed(400)] }], 409],
  [[{ timedOut: true, failures: [] }], 408],
  [
    [
      { timedOut: true, failures: [] },
      { timedOut: false, failures: [failed(400)] },
    ],
    408,
  ],
  [[{ timedOut: true, failures: [failed(429)] }], 429],
])('the status of %j is %d', (slices, status) => {
  expect(statusCode(slices)).toBe(status);
});
