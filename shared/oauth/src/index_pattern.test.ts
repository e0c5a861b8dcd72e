import { reachesIndex } from './index_pattern.js';

test.each([
  ['logs-*', 'logs-app', true],
  ['logs-*', '.ds-logs-app-000001', true],
  ['logs-app', '.ds-logs-app-000001', true],
  ['logs-app', '.ds-logs-app-1234567', true],
  ['logs-app', '.ds-logs-app-00001', false],
  ['logs-app', '.ds-logs-app2-000001', false],
  ['logs-app', 'ds-logs-app-000001', false],
  ['logs-app', '.ds-.ds-logs-app-000001-000001', false],
  ['.ds-*', '.ds-logs-app-000001', true],
  ['app', '.ds-logs-app-000001', false],
])('a right on %s and the index %s', (pattern, index, isReached) => {
  expect(reachesIndex(pattern, index)).toBe(isReached);
});
