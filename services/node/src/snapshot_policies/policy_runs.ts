/**
 * The repository work of policies. The request for a snapshot or a deletion is part of the same
 * cluster state change that records the run in the policy (`snapshot_policy_step`), so that no run
 * is requested twice.
 */
import { type Clock, type Random, randomId } from '@skein/base';
import { utf8 } from '@skein/bytes';
import {
  type SnapshotName,
  type SnapshotPolicyEffect,
  type SnapshotPolicyRecord,
  snapshotNameFault,
  snapshotPolicyKey,
} from '@skein/cluster';
import { isJsonObject, parseJson } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import {
  type FoundSnapshot,
  nextOfTaking,
  type PolicyStep,
  readSnapshotPolicy,
  removingBegun,
  removingFailed,
  type SnapshotPolicy,
  takingBegun,
  takingFailed,
} from '@skein/lifecycle';
import type { SnapshotDetails } from '@skein/snapshots';
import type { MasterService } from '../master_service/mod.js';
import type { Security } from '../security/mod.js';
import { decodeOwner } from '../security/owner.js';
import { type Snapshots, takenIndices } from '../snapshot_host/mod.js';
import type { SnapshotPolicies } from './contract.js';

export interface PolicyRunsParts {
  readonly masterService: Pick<MasterService, 'state' | 'submit'>;
  readonly snapshots: Pick<Snapshots, 'operate' | 'checkWritable'>;
  readonly security: Security;
  readonly clock: Clock;
  readonly random: Random;
}

const STEP = { timeoutMs: 30_000, masterTimeoutMs: 30_000 };
/** Number of snapshots whose details are read at once. */
const READ_AT_ONCE = 50;
/**
 * Status of errors because there is no master or it is overloaded, which are no failure of the
 * policy.
 */
const UNAVAILABLE = 503;

export class PolicyRuns implements SnapshotPolicies {
  readonly #parts: PolicyRunsParts;

  constructor(parts: PolicyRunsParts) {
    this.#parts = parts;
  }

  async takeNow(record: SnapshotPolicyRecord, signal: AbortSignal): Promise<string> {
    const ready = await this.#afterLast(record, signal);
    const [underWay] = ready.creation?.started?.names ?? [];
    if (underWay !== undefined) return underWay;
    const fault = await this.take(ready, signal);
    if (fault !== undefined) throw fault;
    const [begun] = this.#current(record)?.creation?.started?.names ?? [];
    if (begun !== undefined) return begun;
    const reason = `policy [${record.name}] was changed meanwhile`;
    throw new ApiError('version_conflict_engine_exception', reason);
  }

  /**
   * The policy with the end of its last snapshot, which the master records a moment after it. The
   * record as it is if the snapshot is still being taken.
   */
  async #afterLast(
    record: SnapshotPolicyRecord,
    signal: AbortSignal,
  ): Promise<SnapshotPolicyRecord> {
    if (record.creation?.started === undefined) return record;
    const { masterService, clock } = this.#parts;
    const policy = readSnapshotPolicy(record.dialect, record.source);
    const facts = { state: masterService.state(), record, nowMs: clock.nowMs() };
    let decision = nextOfTaking(policy, facts);
    if (decision.kind === 'look') {
      decision = nextOfTaking(policy, { ...facts, found: await this.found(record, signal) });
    }
    if (decision.kind !== 'step') return record;
    await this.step(record, decision.step);
    return this.#current(record) ?? record;
  }

  #current({ dialect, name }: SnapshotPolicyRecord): SnapshotPolicyRecord | undefined {
    const { snapshotPolicies } = this.#parts.masterService.state().metadata;
    return snapshotPolicies.get(snapshotPolicyKey(dialect, name));
  }

  /**
   * Takes a snapshot. Resolves with the reason against it, which is also recorded in the policy.
   */
  async take(record: SnapshotPolicyRecord, signal: AbortSignal): Promise<ApiError | undefined> {
    const { masterService, clock, random } = this.#parts;
    const policy = readSnapshotPolicy(record.dialect, record.source);
    const facts = { state: masterService.state(), record, nowMs: clock.nowMs() };
    let snapshot = record.name;
    try {
      snapshot = policy.creation?.snapshotName(record.name, facts.nowMs, random) ?? snapshot;
      const request = { uuid: randomId(random), ...this.#requestOf(record, policy, snapshot) };
      signal.throwIfAborted();
      const effect = { command: 'create_snapshot', request } as const;
      const step = takingBegun(policy, facts, { uuid: request.uuid, name: snapshot });
      await this.step(record, step, effect);
      return undefined;
    } catch (thrown) {
      const fault = asApiError(thrown);
      if (signal.aborted || fault.status === UNAVAILABLE) throw fault;
      await this.step(record, takingFailed(policy, facts, snapshot, told(fault)));
      return fault;
    }
  }

  async remove(
    record: SnapshotPolicyRecord,
    snapshots: readonly SnapshotName[],
    signal: AbortSignal,
  ): Promise<void> {
    const { masterService, snapshots: host, clock, random } = this.#parts;
    const policy = readSnapshotPolicy(record.dialect, record.source);
    const { repository } = policy;
    const facts = { state: masterService.state(), record, nowMs: clock.nowMs() };
    const uuid = randomId(random);
    try {
      host.checkWritable(repository);
      const request = { repository, uuid, snapshots };
      const step = removingBegun(policy, facts, { uuid, snapshots });
      await this.step(record, step, { command: 'delete_snapshots', request });
    } catch (thrown) {
      const fault = asApiError(thrown);
      if (signal.aborted || fault.status === UNAVAILABLE) throw fault;
      await this.step(record, removingFailed(policy, facts, told(fault)));
    }
  }

  async step(
    { dialect, name, seqNo, step: from }: SnapshotPolicyRecord,
    { progress, retention }: PolicyStep,
    effect?: SnapshotPolicyEffect,
  ): Promise<void> {
    const counted = dialect === 'slm' ? retention : undefined;
    const request = { dialect, name, seqNo, from, progress, effect, retention: counted };
    await this.#parts.masterService.submit('snapshot_policy_step', request, STEP);
  }

  /** The snapshots of the policy in its repository. */
  async found(
    { name, dialect, source }: SnapshotPolicyRecord,
    signal: AbortSignal,
  ): Promise<readonly FoundSnapshot[]> {
    const { snapshots } = this.#parts;
    const { repository, mark, namesBeginWith } = readSnapshotPolicy(dialect, source);
    const root = await snapshots.operate(repository, 'read_root', {}, signal);
    const prefix = namesBeginWith(name);
    const uuids = root.snapshots.flatMap((one) => (one.name.startsWith(prefix) ? one.uuid : []));
    const found: FoundSnapshot[] = [];
    for (let from = 0; from < uuids.length; from += READ_AT_ONCE) {
      const some = uuids.slice(from, from + READ_AT_ONCE);
      const details = await snapshots.operate(repository, 'details', { uuids: some }, signal);
      found.push(...details.filter((one) => markOf(one, mark) === name));
    }
    return found;
  }

  #requestOf(record: SnapshotPolicyRecord, policy: SnapshotPolicy, name: string) {
    const { masterService, snapshots, security, clock } = this.#parts;
    const { repository, content, mark } = policy;
    snapshots.checkWritable(repository);
    const fault = snapshotNameFault(name);
    if (fault !== undefined) {
      const reason = `Invalid snapshot name [${name}], ${fault}`;
      throw new ApiError('invalid_snapshot_name_exception', reason);
    }
    const caller = { security, identity: decodeOwner(record.owner), nowMs: clock.nowMs() };
    const { includeGlobalState, isPartial, metadata } = content;
    return {
      ...takenIndices(masterService.state(), content, caller),
      repository,
      name,
      includeGlobalState,
      isPartial,
      metadata: { ...metadata, [mark]: record.name },
    };
  }
}

function told({ type, reason }: ApiError): string {
  return `${type}: ${reason}`;
}

function markOf({ metadata }: SnapshotDetails, mark: string): unknown {
  if (metadata === undefined) return undefined;
  const json = parseJson(utf8(metadata));
  return isJsonObject(json) ? json[mark] : undefined;
}
