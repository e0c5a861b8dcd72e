/** The cached shard of a single-shard search is never used for another state, identity or day. */
import { type ClusterState, type CommandEnvironment, emptyState, runCommand } from '@skein/cluster';
import { openSecurity } from '../security/open_security.js';
import { withStartedCopies } from '../testing/started_copies.js';
import { loneShard, type TargetRequest } from './search_targets.js';

let made = 0;
const environment: CommandEnvironment = {
  nowMs: 0,
  random: { next: () => 0.5, bytes: (count) => new Uint8Array(count).fill(++made) },
  indexVersion: '136407927',
};

function withIndex(state: ClusterState, name: string): ClusterState {
  const request = { name, providedName: name, settings: new Map(), mapping: {}, aliases: [] };
  return withStartedCopies(runCommand(state, 'create_index', request as never, environment));
}

function request(expression: string): TargetRequest {
  return {
    target: {
      indices: [expression],
      ignoreUnavailable: undefined,
      allowNoIndices: undefined,
      expandWildcards: undefined,
    },
    routing: undefined,
    preference: undefined,
  };
}

const ANNE = { subject: 'anne', clientId: undefined, scope: undefined };
const BOB = { ...ANNE, subject: 'bob' };
const DAY_MS = 86_400_000;
const caller = { security: openSecurity, identity: ANNE, nowMs: 0 };
const one = withIndex(emptyState('test', 'uuid'), 'logs-1970.01.01');

it('finds the same shard again, and none of a state that has more of them', () => {
  const asked = request('logs-*');
  const found = loneShard(one, asked, caller);
  expect(found?.index.name).toBe('logs-1970.01.01');
  expect(loneShard(one, asked, caller)).toBe(found);
  expect(loneShard(withIndex(one, 'logs-1970.01.02'), asked, caller)).toBeUndefined();
});

it('asks the rights of each identity', () => {
  const asked = request('logs-1970.01.01');
  const security = {
    ...openSecurity,
    filterIndices: ({ subject }: typeof ANNE, _privilege: unknown, names: readonly string[]) =>
      subject === 'anne' ? names : [],
  };
  const guarded = { ...caller, security };
  expect(loneShard(one, asked, guarded)).toBeDefined();
  expect(loneShard(one, asked, { ...guarded, identity: BOB })).toBeUndefined();
  expect(loneShard(one, asked, guarded)).toBeDefined();
});

it('reads date math anew', () => {
  const two = withIndex(one, 'logs-1970.01.02');
  const asked = request('<logs-{now/d}>');
  expect(loneShard(two, asked, caller)?.index.name).toBe('logs-1970.01.01');
  const tomorrow = { ...caller, nowMs: DAY_MS };
  expect(loneShard(two, asked, tomorrow)?.index.name).toBe('logs-1970.01.02');
});

it('leaves a target that cannot be reached to the search, which says why', () => {
  expect(loneShard(one, request('nowhere'), caller)).toBeUndefined();
});
