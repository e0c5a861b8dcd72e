import { ApiError } from '@skein/errors';
import { describeFailure } from './run_service.js';

test.each([
  [new ApiError('settings_exception', 'unknown setting [a]'), 'unknown setting [a]'],
  [
    Object.assign(new Error('listen'), { code: 'EADDRINUSE', address: '127.0.0.1', port: 9200 }),
    '[127.0.0.1:9200] is in use by another process',
  ],
  [
    Object.assign(new Error('mkdir'), { code: 'EACCES', path: '/data' }),
    '[/data] may not be used by this user',
  ],
])('%#', (failure, line) => {
  expect(describeFailure(failure)).toBe(line);
});

test('a fault of ours keeps its stack', () => {
  expect(describeFailure(new TypeError('x is not a function'))).toContain('run_service.test');
});
