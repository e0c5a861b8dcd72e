/**
 * A day of logs: a data stream whose indices follow a policy, a clock that runs fast, and masters
 * that are killed about every hour. A master decides on the state that it has, which may be an old
 * one; its commands arrive late, twice or never; its unfinished work is lost when it dies.
 *
 *     L1  an index goes through its policy without leaving out an action or doing one again
 *     L2  an index rolls over once
 *     L3  no index is deleted before its time
 *     L4  an action that is work outside the cluster state is complete before the index goes on
 *     L5  at the end of the day all that was due is done
 */
import {
  type ClusterState,
  emptyState,
  type IndexMetadata,
  type LifecycleStepRequest,
  runCommand,
} from '@skein/cluster';
import { ApiError } from '@skein/errors';
import {
  advance,
  afterFailure,
  beginning,
  type Decision,
  type Facts,
  readPolicy,
  wantedPolicy,
} from '@skein/lifecycle';
import { SeededRandom } from '../seeded_random.js';
import { TraceHash } from '../trace_hash.js';
import { must } from '../violation.js';
import { LifecycleLedger } from './ledger.js';
import type { LifecycleRules } from './mutants.js';
import { dayPolicy, HOUR_MS, MINUTE_MS, ROLLOVER_MS } from './policies.js';

const DAY_MS = 24 * HOUR_MS;
/** The delay that is allowed for due work, because masters die. */
const SLACK_MS = 2 * HOUR_MS;
const STREAM = 'logs';

export interface LifecycleReport {
  readonly rollovers: number;
  readonly deletions: number;
  readonly masters: number;
  readonly trace: string;
}

/** A command that has been sent. */
interface Message {
  readonly atMs: number;
  readonly request: LifecycleStepRequest;
}

/** A merge in progress. */
interface Merge {
  readonly doneAtMs: number;
  readonly index: string;
  readonly after: LifecycleStepRequest;
}

export class LifecycleWorld {
  readonly trace = new TraceHash();
  readonly #random: SeededRandom;
  readonly #rules: LifecycleRules;
  readonly #ledger: LifecycleLedger;
  readonly #policy: ReturnType<typeof dayPolicy>;
  readonly #lossy: number;
  #state: ClusterState;
  /** Past states, the newest last: masters may be behind. */
  #past: ClusterState[] = [];
  #messages: Message[] = [];
  #merges: Merge[] = [];
  #nowMs = 0;
  #nextDeathMs: number;
  #masters = 1;

  constructor(seed: number, rules: LifecycleRules) {
    this.#random = new SeededRandom(seed);
    this.#rules = rules;
    this.#policy = dayPolicy(this.#random);
    this.#lossy = this.#random.pick([0, 0.1, 0.3]);
    this.#nextDeathMs = this.#random.between(0.5, 1.5) * HOUR_MS;
    this.#state = this.#begun();
    this.#ledger = new LifecycleLedger(this.#policy, STREAM);
  }

  run(): LifecycleReport {
    for (; this.#nowMs < DAY_MS; this.#nowMs += MINUTE_MS) {
      if (this.#nowMs >= this.#nextDeathMs) this.#kill();
      this.#finishMerges();
      this.#deliver();
      this.#look();
      this.#deliver();
    }
    this.#checkEnd();
    const { rollovers, deletions } = this.#ledger;
    return { rollovers, deletions, masters: this.#masters, trace: this.trace.toString() };
  }

  #begun(): ClusterState {
    const node = {
      id: 'n1',
      ephemeralId: 'e1',
      name: 'n1',
      host: 'h',
      transportAddress: 'h:1',
      httpAddress: undefined,
      roles: ['master', 'data'] as const,
      attributes: new Map<string, string>(),
      version: '1',
    };
    let state = runCommand(
      emptyState('day', 'uuid'),
      'join_node',
      { node, becomesMaster: true },
      this.#environment(),
    );
    const { dialect, source, settings } = this.#policy;
    const put = { dialect, id: 'day', source, mustBeNew: true } as const;
    state = runCommand(state, 'put_lifecycle_policy', put, this.#environment());
    const template = {
      name: STREAM,
      patterns: [STREAM],
      template: { settings, mapping: undefined, aliases: undefined },
      composedOf: [],
      priority: 1,
      version: undefined,
      meta: undefined,
      dataStream: { timestampField: '@timestamp', isHidden: false, allowsRouting: false },
    };
    const request = { template, create: true };
    state = runCommand(state, 'put_index_template', request, this.#environment());
    return runCommand(state, 'create_data_stream', { name: STREAM }, this.#environment());
  }

  #environment() {
    return { nowMs: this.#nowMs, random: this.#random, indexVersion: '1' };
  }

  /** Kills the master: its work is lost, and half of the messages that it has sent. */
  #kill(): void {
    this.#masters++;
    this.#merges = [];
    this.#messages = this.#messages.filter(() => this.#random.chance(0.5));
    this.#nextDeathMs = this.#nowMs + this.#random.between(0.5, 1.5) * HOUR_MS;
    this.trace.add(`kill ${this.#nowMs}`);
  }

  /** The master looks at every index, on the state that it has. */
  #look(): void {
    const isBehind = this.#random.chance(0.2) && this.#past.length > 0;
    const seen = isBehind ? this.#random.pick(this.#past) : this.#state;
    for (const index of seen.metadata.indices.values()) {
      if (this.#merges.some((merge) => merge.index === index.name)) continue;
      this.#lookAt(seen, index);
    }
  }

  #lookAt(state: ClusterState, index: IndexMetadata): void {
    const wanted = wantedPolicy(state, index);
    if (wanted) {
      const to = beginning(wanted, this.#nowMs, index.lifecycle);
      this.#send({ ...identity(index), to, effects: [] });
      return;
    }
    const { lifecycle: managed } = index;
    if (managed === undefined) return;
    const primaries = [{ docs: 1, bytes: 1 }];
    const facts = { state, index, managed, primaries, nowMs: this.#nowMs };
    const policy = readPolicy(managed.dialect, managed.policy);
    this.#carryOut(this.#rules.decided(advance(policy, facts)), facts);
  }

  #carryOut(decision: Decision, { index }: Facts): void {
    if (decision.kind === 'nothing') return;
    if (decision.kind === 'step') {
      this.#send({ ...identity(index), ...decision.step });
      return;
    }
    const after = { ...identity(index), ...decision.after };
    const doneAtMs = this.#nowMs + this.#random.between(0, 20) * MINUTE_MS;
    this.#merges.push({ doneAtMs, index: index.name, after });
    if (!this.#rules.worksFirst) this.#send(after);
  }

  #finishMerges(): void {
    const done = this.#merges.filter(({ doneAtMs }) => doneAtMs <= this.#nowMs);
    this.#merges = this.#merges.filter(({ doneAtMs }) => doneAtMs > this.#nowMs);
    for (const { index, after } of done) {
      this.#ledger.merged(index);
      if (this.#rules.worksFirst) this.#send(after);
    }
  }

  /** Sends a request: some are lost, some are delivered twice, some are late. */
  #send(request: LifecycleStepRequest): void {
    const sent = this.#rules.sent(request);
    const copies = this.#random.chance(this.#lossy) ? this.#random.pick([0, 2]) : 1;
    for (let i = 0; i < copies; i++) {
      const isLate = this.#random.chance(0.2);
      const lateMs = isLate ? this.#random.between(0, 10) * MINUTE_MS : 0;
      this.#messages.push({ atMs: this.#nowMs + lateMs, request: sent });
    }
  }

  #deliver(): void {
    const due = this.#messages.filter(({ atMs }) => atMs <= this.#nowMs);
    this.#messages = this.#messages.filter(({ atMs }) => atMs > this.#nowMs);
    for (const { request } of due) this.#execute(request);
  }

  #execute(given: LifecycleStepRequest): void {
    const now = this.#state.metadata.indices.get(given.index)?.lifecycle?.version;
    const request = this.#rules.checksVersion ? given : { ...given, from: now };
    const before = this.#state;
    try {
      this.#state = runCommand(before, 'lifecycle_step', request, this.#environment());
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      this.#failed(request, thrown.message);
      return;
    }
    if (this.#state === before) return;
    this.trace.add(`${this.#nowMs} ${request.index} ${request.to?.state} ${request.to?.action}`);
    this.#ledger.changed(before, this.#state, this.#nowMs);
    this.#past = [...this.#past, before].slice(-10);
  }

  #failed({ index: name, from }: LifecycleStepRequest, reason: string): void {
    const index = this.#state.metadata.indices.get(name);
    const managed = index?.lifecycle;
    if (index === undefined || managed === undefined || managed.version !== from) return;
    const facts = { state: this.#state, index, managed, primaries: undefined, nowMs: this.#nowMs };
    const step = afterFailure(readPolicy(managed.dialect, managed.policy), facts, reason);
    this.#send({ ...identity(index), ...step });
  }

  #checkEnd(): void {
    const { rollovers } = this.#ledger;
    const expected = Math.floor((DAY_MS - SLACK_MS) / (ROLLOVER_MS + SLACK_MS / 8));
    must(rollovers >= expected, 'L5', () => `${rollovers} rollovers, ${expected} at least`);
    for (const { name } of this.#state.metadata.indices.values()) {
      const due = this.#ledger.dueMs(this.#state, name);
      must(due === undefined || due + SLACK_MS > DAY_MS, 'L5', () => `${name} should be gone`);
    }
  }
}

function identity({ name, uuid, lifecycle }: IndexMetadata) {
  return { index: name, uuid, from: lifecycle?.version };
}
