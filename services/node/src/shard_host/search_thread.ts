/**
 * The inside of a search thread: opens a shard's point in time once, and runs query and fetch phases over it, one after the other.
 */
import type { Clock } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { CallHandlers } from '@skein/platform';
import type { Directory, ReaderSnapshot } from '@skein/search_library';
import { IndexContextCache, SearchShard } from '@skein/shard';
import type { SearchThreadCalls, SearchThreadData } from './thread_calls.js';

export interface SearchThreadPorts {
  readonly clock: Clock;
  openDirectory(path: string): Directory;
}

interface Located {
  readonly key: string;
  readonly snapshotVersion: number;
  readonly snapshot: ReaderSnapshot | undefined;
  readonly cancelId: number;
  readonly request: { readonly context: { readonly path: string } };
}

export class SearchThread {
  readonly handlers: CallHandlers<SearchThreadCalls>;
  readonly #ports: SearchThreadPorts;
  readonly #cancelFlag: Int32Array;
  /** By key and version of the point in time. */
  readonly #shards = new Map<string, SearchShard>();
  readonly #indexContexts = new IndexContextCache();

  constructor(ports: SearchThreadPorts, data: SearchThreadData) {
    this.#ports = ports;
    this.#cancelFlag = new Int32Array(data.cancelFlag);
    this.handlers = {
      query_phase: (call) =>
        this.#shard(call).query(call.request, this.#isCancelled(call.cancelId)),
      fetch_phase: (call) =>
        this.#shard(call).fetch(call.request, this.#isCancelled(call.cancelId)),
      forget: ({ key, snapshotVersion }) => {
        this.#shards.delete(`${key}@${snapshotVersion}`);
        return {};
      },
    };
  }

  #shard(call: Located): SearchShard {
    const name = `${call.key}@${call.snapshotVersion}`;
    let shard = this.#shards.get(name);
    if (shard === undefined) {
      if (call.snapshot === undefined) {
        throw new ApiError('illegal_state_exception', `point in time [${name}] is not here`);
      }
      const directory = this.#ports.openDirectory(`${call.request.context.path}/index`);
      const { clock } = this.#ports;
      const indexContexts = this.#indexContexts;
      shard = new SearchShard({ snapshot: call.snapshot, directory, clock, indexContexts });
      this.#shards.set(name, shard);
    }
    return shard;
  }

  #isCancelled(cancelId: number): () => boolean {
    return () => Atomics.load(this.#cancelFlag, 0) === cancelId;
  }
}
