/** Tests which masters empty the remote store of deleted indices. */
import { silentLog } from '@skein/base';
import { type ClusterState, emptyState, type Tombstone } from '@skein/cluster';
import { RemoteRemovals } from './remote_removals.js';

const REMOTE = { repository: 'store', indexId: 'folder' };
const gone: Tombstone = { name: 'gone', uuid: 'u1', deletedAtMs: 1, remote: REMOTE };
const plain: Tombstone = { name: 'plain', uuid: 'u2', deletedAtMs: 1 };

function stateOf(masterNodeId: string, tombstones: readonly Tombstone[]): ClusterState {
  const state = emptyState('test', 'cluster');
  return { ...state, masterNodeId, metadata: { ...state.metadata, tombstones } };
}

class Host {
  readonly removed: unknown[] = [];
  readonly due: (() => void)[] = [];
  failures = 0;
  readonly removals = new RemoteRemovals({
    localNodeId: 'here',
    log: silentLog,
    timers: {
      after: (_ms: number, run: () => void) => {
        this.due.push(run);
        return { cancel: () => {} };
      },
    } as never,
    repositories: {
      operate: async (...asked: readonly unknown[]) => {
        this.removed.push(asked);
        if (this.failures-- > 0) throw new Error('the store is away');
        return {};
      },
    } as never,
  });
}

const ASKED = ['store', 'remote_remove_index', { indexId: 'folder', owner: 'u1' }];

it('a master that begins removes what earlier ones may have left', () => {
  const host = new Host();
  host.removals.apply(stateOf('other', []), stateOf('other', [gone, plain]));
  expect(host.removed).toEqual([]);
  host.removals.apply(stateOf('other', [gone, plain]), stateOf('here', [gone, plain]));
  expect(host.removed).toEqual([ASKED]);
  host.removals.apply(stateOf('here', [gone, plain]), stateOf('here', [gone, plain]));
  expect(host.removed).toEqual([ASKED]);
});

it('tries again after a while, and not any more when it is stopped', async () => {
  const host = new Host();
  host.failures = 2;
  host.removals.apply(stateOf('other', []), stateOf('here', [gone]));
  for (let turn = 0; turn < 10 && host.due.length === 0; turn++) await Promise.resolve();
  host.due.shift()?.();
  expect(host.removed).toEqual([ASKED, ASKED]);
  host.removals.stop();
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  expect(host.due).toEqual([]);
});
