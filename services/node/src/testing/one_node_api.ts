/**
 * Endpoints of most namespaces with a real in-memory master, without sockets, disks or threads:
 * shards count as started as soon as they are assigned, and answer every broadcast with empty
 * counters. For tests of endpoints.
 */
import { expectDefined, type Random, type Timers } from '@skein/base';
import { explainShard, runRerouteCommands } from '@skein/cluster';
import { type JsonValue, parseJson } from '@skein/content';
import { ScriptService } from '@skein/script';
import { checkAliasFilters, EMPTY_STATS, IndexContextCache } from '@skein/shard';
import type { Actors } from '../actors.js';
import * as byQuery from '../api/by_query/all.js';
import * as cat from '../api/cat/all.js';
import * as cluster from '../api/cluster/all.js';
import * as dataStream from '../api/data_stream/all.js';
import type { Dispatcher } from '../api/dispatcher.js';
import type { Endpoint } from '../api/endpoint.js';
import * as ilm from '../api/ilm/all.js';
import * as indices from '../api/indices/all.js';
import * as info from '../api/info/all.js';
import * as ingest from '../api/ingest/all.js';
import * as ism from '../api/ism/all.js';
import * as nodes from '../api/nodes/all.js';
import * as searchPipeline from '../api/search_pipeline/all.js';
import * as snapshot from '../api/snapshot/all.js';
import type { ClusterMaster } from '../master_service/mod.js';
import type { NodeOperations } from '../node_operations/mod.js';
import type { Security } from '../security/mod.js';
import { openSecurity } from '../security/open_security.js';
import type { ShardHost } from '../shard_host/mod.js';
import type { ShardRouter } from '../shard_router/mod.js';
import { loneMaster } from './lone_master.js';
import { quietDispatcher } from './quiet_dispatcher.js';
import { TEST_NODE } from './test_node.js';

const NOW_MS = 1_700_000_000_000;
const NODE_ID = 'node-1';

export interface Answer {
  readonly status: number;
  /** Undefined if there is no body. */
  readonly json: JsonValue | undefined;
}

const CLOCK = { nowMs: () => NOW_MS, monotonicMs: () => 0 };

export class OneNodeApi {
  readonly #security: Security;
  readonly #more: Partial<Actors>;
  #started: { readonly master: ClusterMaster; readonly dispatcher: Dispatcher } | undefined;

  /** `more`: further actors that the tests need. */
  constructor(security: Security = openSecurity, more: Partial<Actors> = {}) {
    this.#security = security;
    this.#more = more;
  }

  get master(): ClusterMaster {
    return expectDefined(this.#started, 'the node is started').master;
  }

  /** Starts the master, and starts assigned shards from then on. */
  async start(): Promise<this> {
    const master = await newMaster();
    this.#started = { master, dispatcher: this.#dispatcherOver(master) };
    this.master.addApplier({
      name: 'shards',
      apply: ({ current }) => {
        for (const table of current.routing.values()) {
          table.shards.forEach(([copy], shardId) => {
            if (copy?.state !== 'INITIALIZING' || copy.allocationId === undefined) return;
            const { index, uuid: indexUuid } = table;
            const ref = { index, indexUuid, shardId, allocationId: copy.allocationId };
            void this.master.submit('shard_started', ref, { timeoutMs: -1, masterTimeoutMs: -1 });
          });
        }
      },
    });
    await master.start({ timeoutMs: -1 });
    return this;
  }

  #dispatcherOver(master: ClusterMaster): Dispatcher {
    const security = this.#security;
    const actors: Partial<Actors> = {
      masterService: master,
      shardRouter: emptyShards(master) as ShardRouter,
      allocation: allocationOf(master),
      nodeOperations: {
        applied: async () => undefined,
      } as Partial<NodeOperations> as NodeOperations,
      security,
      shardHost: filterChecks(),
      ...this.#more,
    };
    return quietDispatcher({
      endpoints: [
        indices,
        byQuery,
        dataStream,
        cluster,
        cat,
        ilm,
        info,
        ingest,
        ism,
        nodes,
        searchPipeline,
        snapshot,
      ].flatMap((namespace) => Object.values<Endpoint>(namespace)),
      actors,
      security,
      clock: CLOCK,
      timers: expiringTimers,
    });
  }

  async request(
    method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
    target: string,
    body?: unknown,
  ): Promise<Answer> {
    const controller = new AbortController();
    const bytes = body === undefined ? new Uint8Array(0) : Buffer.from(JSON.stringify(body));
    const headers = { 'content-type': 'application/json' };
    const head = {
      method,
      target,
      headers,
      signal: controller.signal,
      abort: (reason: Error) => controller.abort(reason),
    };
    const { dispatcher } = expectDefined(this.#started, 'the node is started');
    const admission = await (dispatcher.admit(head) ?? dispatcher.admitUnknown(head));
    const reply = admission.kind === 'refused' ? admission.reply : await admission.answer(bytes);
    const text = Buffer.concat(reply.chunks);
    return { status: reply.status, json: text.length === 0 ? undefined : parseJson(text) };
  }
}

function newMaster(): Promise<ClusterMaster> {
  return loneMaster({
    localNode: { ...TEST_NODE, id: NODE_ID },
    clock: CLOCK,
    timers: expiringTimers,
    random: countingRandom(),
  });
}

/** Long waits never end and short ones end in the next turn, so that no test waits for a clock. */
const SHORT_MS = 100;
const expiringTimers: Timers = {
  after: (delayMs, callback) => {
    let cancelled = false;
    if (delayMs <= SHORT_MS) {
      setImmediate(() => {
        if (!cancelled) callback();
      });
    }
    return {
      cancel: () => {
        cancelled = true;
      },
    };
  },
};

function countingRandom(): Random {
  let count = 0;
  return {
    next: () => 0.5,
    bytes: (length) => {
      count++;
      return Uint8Array.from({ length }, (_, at) => (count >> (8 * (at % 4))) & 255);
    },
  };
}

/** Checks filters of aliases as a search thread does; other calls are not expected. */
function filterChecks(): ShardHost {
  const parts = { indices: new IndexContextCache(), scripts: new ScriptService(CLOCK) };
  const host = {
    runShardless: async (_call: string, request: Parameters<typeof checkAliasFilters>[0]) =>
      checkAliasFilters(request, parts),
  };
  return host as Partial<ShardHost> as ShardHost;
}

function emptyShards(master: ClusterMaster): Pick<ShardRouter, 'broadcast'> {
  return {
    broadcast: async (call, names) => {
      const tables = names.flatMap((name) => master.state().routing.get(name) ?? []);
      const outcomes = tables.flatMap((table) =>
        table.shards.map((_copies, shardId) => ({
          target: { index: table.index, shardId, nodeId: NODE_ID, primary: true },
          ok: true as const,
          // Only the counters are used; other calls answer nothing.
          reply: (call === 'stats' ? EMPTY_STATS : {}) as never,
        })),
      );
      const total = tables.reduce((sum, table) => sum + table.shards.flat().length, 0);
      return { total, outcomes };
    },
  };
}

function allocationOf(master: ClusterMaster): Actors['allocation'] {
  const environment = { nowMs: NOW_MS, random: countingRandom() };
  return {
    lookingFor: 0,
    stores: async () => [],
    explain: async (question) => ({
      explanation: explainShard(master.state(), question, environment),
      disks: [],
    }),
    tryCommands: async (commands, explain) =>
      runRerouteCommands(master.state(), commands, environment, explain).explanations,
  };
}
