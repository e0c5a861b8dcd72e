import { allows, type Right } from './rights.js';

test.each<[string | undefined, Right, boolean]>([
  [undefined, 'cluster:manage', true],
  ['', 'cluster:monitor', false],
  ['cluster:monitor', 'cluster:monitor', true],
  ['cluster:monitor', 'cluster:manage', false],
  ['cluster:manage', 'cluster:monitor', true],
  ['cluster:all', 'cluster:manage', true],
  ['indices:read:logs-*', 'indices:read', true],
  ['indices:write:logs-*', 'indices:read', false],
  ['cluster:all indices:all:a', 'indices:manage', true],
  ['cluster:all', 'indices:read', false],
])('%s for %s: %s', (scope, right, allowed) => expect(allows(scope, right)).toBe(allowed));
