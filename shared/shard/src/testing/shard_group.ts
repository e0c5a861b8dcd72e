/**
 * Copies of one shard in one process, for tests: they reach each other by direct calls, and a few
 * lines stand in for the master.
 */
import { silentLog } from '@skein/base';
import type { CopyRef, CopyView, Report, ShardView } from '@skein/cluster/replication';
import { MemoryDirectory } from '@skein/search_library';
import type { OpenShardRequest, ShardEvent, WriteItem } from '../calls.js';
import { LocalShard } from '../local_shard.js';
import type { CopyMessage } from '../replication/copy_messages.js';
import type { AppliedCopies } from '../replication/copy_ports.js';
import type { FileMessage } from '../replication/file_messages.js';
import type { RecoveryType } from '../replication/recovery_progress.js';
import type { ShardOptions } from '../shard_options.js';

const encoder = new TextEncoder();

/** A fault of files: their next sync fails. */
export interface Fault {
  failsSync: boolean;
}

export interface Member {
  readonly ref: CopyRef;
  readonly shard: LocalShard;
  readonly index: MemoryDirectory;
  readonly translog: MemoryDirectory;
  readonly fault: Fault;
  readonly events: ShardEvent[];
}

export class ShardGroup {
  readonly members = new Map<string, Member>();
  /** Reports of the copies. */
  readonly reports: Report[] = [];
  recoveryTimeoutMs = Number.POSITIVE_INFINITY;
  /** `segrep.replication.time.limit` in milliseconds. */
  segmentsLateMs: number | undefined;
  /** True if the shard has all copies that its index asks for. */
  isComplete = true;
  /** The time that the copies' clocks show, in milliseconds. */
  nowMs = 0;
  /** Settings of the index. */
  indexSettings: Readonly<Record<string, string>> = {};
  /** Awaited before a message between copies arrives. */
  onTheWay: () => Promise<void> = () => Promise.resolve();
  #view: ShardView = { version: 0, primaryTerm: 1, copies: [], inSync: [] };

  /** Adds a copy; the first one is the primary. */
  add(allocationId: string): Member {
    const primary = this.#view.copies.length === 0;
    const nodeId = `node-${allocationId}`;
    const state = primary ? 'STARTED' : 'INITIALIZING';
    const copy: CopyView = { allocationId, nodeId, primary, state };
    const inSync = primary ? [allocationId] : this.#view.inSync;
    const member = openMember(this, copy, primary ? 'EMPTY_STORE' : 'PEER');
    this.members.set(allocationId, member);
    this.#commit({ copies: [...this.#view.copies, copy], inSync });
    return member;
  }

  /**
   * Makes another copy the primary of the next term. The old one is gone: it hears nothing of this,
   * and nobody hears it.
   */
  promote(allocationId: string): void {
    const { primaryTerm, inSync } = this.#view;
    const [old] = this.#view.copies.filter(({ primary }) => primary);
    const left = this.#view.copies.filter((copy) => copy !== old);
    if (old !== undefined) this.members.delete(old.allocationId);
    this.#commit({
      primaryTerm: primaryTerm + 1,
      copies: left.map((copy) => ({ ...copy, primary: copy.allocationId === allocationId })),
      inSync: inSync.filter((id) => id !== old?.allocationId),
    });
  }

  /** Removes a copy, which hears of it. */
  remove(allocationId: string): void {
    const { copies, inSync } = this.#view;
    this.#commit({
      copies: copies.filter((one) => one.allocationId !== allocationId),
      inSync: inSync.filter((id) => id !== allocationId),
    });
  }

  /** True if the copy has reported that it has started. */
  hasStarted(id: string): boolean {
    return this.reports.some(
      ({ kind, allocationId }) => kind === 'shard_started' && allocationId === id,
    );
  }

  applied(): AppliedCopies | undefined {
    const { copies, primaryTerm } = this.#view;
    if (copies.length < 2 && primaryTerm === 1) return undefined;
    const { isComplete, recoveryTimeoutMs, segmentsLateMs } = this;
    return { view: this.#view, isComplete, recoveryTimeoutMs, segmentsLateMs };
  }

  async report(report: Report): Promise<boolean> {
    this.reports.push(report);
    const { allocationId, kind, term } = report;
    const { copies, inSync, primaryTerm } = this.#view;
    if (term < primaryTerm) return false;
    if (kind === 'shard_started') {
      this.#commit({
        copies: copies.map((one) =>
          one.allocationId === allocationId ? { ...one, state: 'STARTED' } : one,
        ),
        inSync: [...new Set([...inSync, allocationId])],
      });
    } else {
      this.remove(allocationId);
    }
    return true;
  }

  async close(): Promise<void> {
    for (const { shard } of this.members.values()) {
      if (shard.engine.failure === undefined) await shard.close();
    }
  }

  #commit(change: Partial<ShardView>): void {
    this.#view = { ...this.#view, ...change, version: this.#view.version + 1 };
    const applied = this.applied();
    if (applied === undefined) return;
    for (const { shard } of this.members.values()) {
      if (shard.engine.failure === undefined) shard.applyCopies(applied);
    }
  }
}

function openMember(group: ShardGroup, ref: CopyRef, source: RecoveryType): Member {
  const fault: Fault = { failsSync: false };
  const onOperation = (operation: string) => {
    if (operation === 'sync' && fault.failsSync) throw new Error('EIO: i/o error, fdatasync');
  };
  const index = new MemoryDirectory({ onOperation });
  const translog = new MemoryDirectory({ onOperation });
  const events: ShardEvent[] = [];
  const shard = openShard(group, { ref, source, index, translog, create: true, events });
  return { ref, shard, index, translog, fault, events };
}

/** A new shard with no other copies. */
export function openAlone(
  more: Pick<Parameters<typeof openShard>[1], 'request' | 'options'>,
): Pick<Member, 'shard' | 'events' | 'index'> {
  const index = new MemoryDirectory();
  const events: ShardEvent[] = [];
  const ref = { allocationId: 'alone', nodeId: 'node-alone' };
  const place = { ref, source: 'EMPTY_STORE', index, create: true, events } as const;
  const translog = new MemoryDirectory();
  const shard = openShard(new ShardGroup(), { ...place, translog, ...more });
  return { shard, events, index };
}

export function openShard(
  group: ShardGroup,
  place: {
    readonly ref: CopyRef;
    readonly source: RecoveryType;
    readonly index: MemoryDirectory;
    readonly translog: MemoryDirectory;
    readonly create: boolean;
    readonly events: ShardEvent[];
    readonly request?: Partial<OpenShardRequest>;
    readonly options?: Partial<
      Pick<ShardOptions, 'clock' | 'log' | 'maxClauseCount' | 'merge' | 'putMapping' | 'scripts'>
    >;
  },
): LocalShard {
  const { ref, source, index, translog, create, events, request, options } = place;
  const of = ({ allocationId }: CopyRef) => {
    const member = group.members.get(allocationId);
    if (member === undefined) throw new RangeError(`no copy ${allocationId}`);
    return member.shard;
  };
  const shard: LocalShard = new LocalShard({
    request: {
      index: 'test',
      indexUuid: 'uuid',
      shardId: 0,
      path: '',
      primaryTerm: 1,
      allocationId: ref.allocationId,
      nodeId: ref.nodeId,
      source,
      newHistory: false,
      applied: undefined,
      indexSettings: group.indexSettings,
      mapping: '{"properties":{"value":{"type":"long"}}}',
      mappingVersion: 1,
      ...request,
    },
    create,
    indexDirectory: index,
    translogDirectory: translog,
    clock: { nowMs: () => group.nowMs, monotonicMs: () => group.nowMs },
    random: {
      next: () => 0.5,
      bytes: (size) => encoder.encode(ref.allocationId.padEnd(size)).slice(0, size),
    },
    log: silentLog,
    scripts: {} as never,
    durable: async () => {
      await Promise.resolve();
      shard.syncTranslog();
    },
    copyPorts: {
      ask: (to, message: CopyMessage) =>
        group
          .onTheWay()
          .then(() => of(to).receive(structuredClone(message)))
          .catch(() => undefined),
      sendFile: async (to, message: FileMessage) => ({
        ...of(to).takeFile(structuredClone(message)),
        chunksAtOnce: 2,
      }),
      report: (report) => group.report(report),
      remote: () => Promise.reject(new Error('no remote store here')),
    },
    putMapping: () => Promise.reject(new Error('no new fields here')),
    merge: () => Promise.reject(new Error('no merges here')),
    onEvent: (event) => events.push(event),
    ...options,
  });
  return shard;
}

/** An unconditional write of one document. */
export function writeOf(id: string, body: Uint8Array): WriteItem {
  return {
    op: 'index',
    id,
    routing: undefined,
    body,
    autoId: false,
    version: undefined,
    versionType: 'internal',
    ifSeqNo: undefined,
    ifPrimaryTerm: undefined,
    retryOnConflict: 0,
    fetchSource: undefined,
  };
}

/** Indexes one document. */
export function put(member: Pick<Member, 'shard'>, id: string, value: number) {
  const items = [writeOf(id, encoder.encode(`{"value":${value}}`))];
  return member.shard.call('bulk', { refresh: 'false', items });
}

/** Lets the copies work until the condition is true. */
export async function settled(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000 && !condition(); turn++) await Promise.resolve();
  if (!condition()) throw new Error(`the copies never came to ${condition}`);
}

/** Version and sequence number of a document on this copy. */
export function versionOf({ shard }: Member, id: string): string | undefined {
  const found = shard.engine.currentVersion(id);
  return found && `${found.version}@${found.seqNo}`;
}
