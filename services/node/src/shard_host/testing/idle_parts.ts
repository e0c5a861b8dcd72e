/** For tests: what hosted shards need beside the engine threads and the master, doing nothing. */
import { silentLog } from '@skein/base';
import { FolderWork } from '../folder_work.js';
import type { HostedShardsOptions } from '../hosted_shards.js';

type IdleParts = Omit<HostedShardsOptions, 'engines' | 'searchableEngines' | 'master'>;

export function idleParts(): IdleParts {
  const folder = { dataPath: '/data', removeFolder: async () => {}, log: silentLog };
  return {
    ...folder,
    folders: new FolderWork({ ...folder, onRemoved: () => {} }),
    nodeId: 'n',
    identities: { save: async () => {}, load: async () => null as never },
    writeQueueSize: 10,
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    openDirectory: () => ({}) as never,
    space: {} as never,
    requestCache: {} as never,
    onStarted: () => {},
    onSnapshotUnused: () => {},
    repositories: {
      fetch: () => Promise.reject(new Error('nothing is restored')),
      mount: () => Promise.reject(new Error('nothing is restored')),
    },
    remote: { fetch: () => Promise.reject(new Error('nothing is remote')), forget: () => {} },
  };
}
