/** The actor behind `BulkByScroll`: each request is a task, and each slice a child task. */
import type { Clock, Timers } from '@skein/base';
import type { JsonObject } from '@skein/content';
import type { DocumentRouter } from '../document_router/mod.js';
import type { MasterService } from '../master_service/mod.js';
import type { NodeLinks } from '../node_links/mod.js';
import type { SearchCoordinator } from '../search_coordinator/mod.js';
import type { Security } from '../security/mod.js';
import { checkSeesWholeDocuments } from '../security/visibility.js';
import type { ShardHost } from '../shard_host/mod.js';
import { currentPreference, type ShardRouter } from '../shard_router/mod.js';
import { type NewTask, type Task, type TaskId, type Tasks, taskIdText } from '../tasks/mod.js';
import type { ByScrollCalls } from './by_scroll_calls.js';
import type { BulkByScroll, ByScrollAnswer, ByScrollOptions, ByScrollRequest } from './contract.js';
import { type DocumentChange, documentChange } from './document_change.js';
import { Pace } from './pace.js';
import {
  failureJson,
  newProgress,
  type Progress,
  SHOWN_ALL,
  SHOWN_KEPT,
  type Shown,
  shownOf,
  slicedStatusJson,
  statusCode,
  statusJson,
} from './progress.js';
import type { RemoteAccess } from './remote_access.js';
import { type RemoteParts, remoteShards } from './remote_reader.js';
import { type RemoteSource, remoteText } from './remote_source.js';
import { scriptText } from './script_text.js';
import { runSlice } from './slice_run.js';
import {
  autoSlices,
  checkDestination,
  checkRemoteSlices,
  checkSlices,
  type SourceShards,
  shardsOf,
} from './source_shards.js';

const NO_SHARDS: SourceShards = new Map();

export interface BulkByScrollParts {
  readonly searchCoordinator: Pick<SearchCoordinator, 'readAll' | 'searchShards'>;
  readonly documentRouter: Pick<DocumentRouter, 'bulk'>;
  readonly masterService: Pick<MasterService, 'state'>;
  readonly shardHost: Pick<ShardHost, 'runShardless'>;
  readonly shardRouter: Pick<ShardRouter, 'broadcast'>;
  readonly security: Security;
  readonly remote: RemoteParts & { readonly access: RemoteAccess };
  readonly tasks: Tasks;
  readonly links: Pick<NodeLinks<ByScrollCalls>, 'call' | 'handle'>;
  readonly clock: Clock;
  readonly timers: Timers;
}

/** A running request. */
interface Running {
  readonly request: ByScrollRequest;
  readonly options: ByScrollOptions;
  readonly change: DocumentChange;
  /** One for each slice. */
  readonly progress: readonly Progress[];
}

export function createBulkByScroll(parts: BulkByScrollParts): BulkByScroll {
  return new LocalBulkByScroll(parts);
}

class LocalBulkByScroll implements BulkByScroll {
  readonly #parts: BulkByScrollParts;
  readonly #running = new Map<number, Running>();

  constructor(parts: BulkByScrollParts) {
    this.#parts = parts;
    parts.links.handle('by_scroll/rethrottle', ({ number, perSecond }) => ({
      known: this.#changePace(number, perSecond),
    }));
  }

  async run(request: ByScrollRequest, options: ByScrollOptions): Promise<ByScrollAnswer> {
    const running = await this.#prepare(request, options);
    return this.#parts.tasks.run(taskOf(running), async (task) => {
      const tookMs = await this.#work(running, task);
      return answerOf(running, tookMs, shownOf(request.kind));
    });
  }

  async start(request: ByScrollRequest, options: ByScrollOptions): Promise<string> {
    const running = await this.#prepare(request, options);
    const task = await this.#parts.tasks.runDetached(taskOf(running), async (task) => {
      const tookMs = await this.#work(running, task);
      return answerOf(running, tookMs, SHOWN_KEPT).body;
    });
    return taskIdText(task.id);
  }

  async rethrottle({ nodeId, number }: TaskId, perSecond: number): Promise<boolean> {
    const { tasks, links } = this.#parts;
    if (nodeId === tasks.nodeId) return this.#changePace(number, perSecond);
    const request = { number, perSecond };
    const { known } = await links.call(nodeId, 'by_scroll/rethrottle', request);
    return known;
  }

  #changePace(taskNumber: number, requestsPerSecond: number): boolean {
    const running = this.#running.get(taskNumber);
    if (running === undefined) return false;
    for (const { pace } of running.progress) {
      pace.change(requestsPerSecond / running.progress.length);
    }
    return true;
  }

  async #prepare(request: ByScrollRequest, options: ByScrollOptions): Promise<Running> {
    const { kind, destination, remote } = request;
    if (remote !== undefined) this.#checkRemote(remote, options);
    const shards = remote === undefined ? shardsOf(request, options, this.#parts) : NO_SHARDS;
    if (kind === 'update_by_query') {
      for (const index of shards.keys()) checkSeesWholeDocuments(options.identity, index);
    }
    if (destination) checkDestination(destination, shards, { options, parts: this.#parts });
    const slices = await this.#slicesOf(request, shards);
    if (remote !== undefined) checkRemoteSlices(slices);
    checkSlices(slices, shards, this.#parts);
    const { slice } = request.search.request;
    const progress = Array.from({ length: slices }, (_, id) =>
      newProgress(
        new Pace(request.requestsPerSecond / slices, this.#parts),
        slices > 1 ? id : slice?.id,
      ),
    );
    const state = this.#parts.masterService.state();
    const preference = currentPreference(state, shards.keys(), request.search.preference);
    const search = { ...request.search, preference };
    const change = documentChange(kind, destination);
    return { request: { ...request, search }, options, change, progress };
  }

  /** Only operators may use credentials of the keystore. */
  #checkRemote(remote: RemoteSource, { identity }: ByScrollOptions): void {
    const { security, remote: parts } = this.#parts;
    if (remote.credentials !== undefined) security.authorize(identity, 'cluster:manage');
    parts.access.check(remote);
  }

  async #slicesOf(request: ByScrollRequest, shards: SourceShards): Promise<number> {
    const { slices, remote } = request;
    if (slices !== 'auto') return slices;
    if (remote === undefined) return autoSlices(shards.values());
    const { indices } = request.search.target;
    return autoSlices(await remoteShards({ remote, indices }, this.#parts.remote));
  }

  /** Returns how long it took, in milliseconds. */
  async #work(running: Running, task: Task): Promise<number> {
    const { clock, shardRouter } = this.#parts;
    const { request } = running;
    const startMs = clock.monotonicMs();
    this.#running.set(task.id.number, running);
    const written = new Set<string>();
    try {
      const ends = await Promise.allSettled(this.#slices(running, task, written));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      if (request.refresh && written.size > 0) {
        const { identity } = running.options;
        const { signal } = new AbortController();
        await shardRouter.broadcast('refresh', [...written], {}, { identity, signal });
      }
    } finally {
      this.#running.delete(task.id.number);
    }
    return Math.round(clock.monotonicMs() - startMs);
  }

  #slices(running: Running, task: Task, written: Set<string>): readonly Promise<void>[] {
    const { request, options, change, progress } = running;
    const parts = this.#parts;
    const [only] = progress;
    if (only && progress.length === 1) {
      return [runSlice({ request, options, change, task, progress: only, parts, written })];
    }
    return progress.map((own, id) => {
      const slice = { field: '_id', id, max: progress.length };
      const search = { ...request.search, request: { ...request.search.request, slice } };
      const maxDocs = request.maxDocs && Math.floor(request.maxDocs / progress.length);
      const part = { request: { ...request, search, maxDocs }, options, change, parts, written };
      const below = { ...taskOf({ ...running, progress: [own] }), parent: task.id };
      return parts.tasks.run(below, (child) => runSlice({ ...part, progress: own, task: child }));
    });
  }
}

function taskOf({ request, options, change, progress }: Running): NewTask {
  const { search, script, remote } = request;
  const indices = search.target.indices.join(', ');
  const from = remote === undefined ? '' : `${remoteText(remote)}][`;
  const told = change.describe(`${from}${indices === '' ? '_all' : indices}`);
  return {
    action: change.action,
    description: script ? `${told} updated with ${scriptText(script)}` : told,
    identity: options.identity,
    opaqueId: options.opaqueId,
    cancellable: true,
    status: () => statusOf(progress, SHOWN_ALL),
  };
}

function statusOf(progress: readonly Progress[], shown: Shown): JsonObject {
  const [only] = progress;
  return only && progress.length === 1
    ? statusJson(only, shown)
    : slicedStatusJson(progress, shown);
}

function answerOf({ progress }: Running, tookMs: number, shown: Shown): ByScrollAnswer {
  const failures = progress.flatMap((slice) => slice.failures);
  const timedOut = progress.some((slice) => slice.timedOut);
  const counts = statusOf(progress, shown);
  const body = {
    took: tookMs,
    timed_out: timedOut,
    ...counts,
    failures: failures.map(failureJson),
  };
  return { status: statusCode(progress), body };
}
