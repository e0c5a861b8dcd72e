/**
 * The actor behind `PipelineRunner`. The items of a batch that have pipelines go together to a
 * thread, here or on a node with the role `ingest`. Documents that a pipeline sent to another index
 * continue with the pipelines of that index.
 */
import type { Timers } from '@skein/base';
import { decodePlain, encodePlain } from '@skein/bytes';
import { type ClusterState, scriptConfiguration } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import type { IngestReply, IngestRequest, PipelineList } from '@skein/ingest/calls';
import type { ScriptCounters } from '@skein/script';
import type { MasterService } from '../master_service/mod.js';
import type { NodeLinks } from '../node_links/mod.js';
import type { LoggingCalls, ThreadPool, WriteBatch } from '../shard_host/mod.js';
import type { IngestedBatch, IngestReport, PipelineRunner, RunOptions } from './contract.js';
import { type ExtractorSpawner, ExtractorThreads } from './extractor_threads.js';
import { CountedPipelines } from './ingest_counts.js';
import type { IngestNodeCalls } from './ingest_node_calls.js';
import { type IngestSpawner, IngestThreads } from './ingest_threads.js';
import { hasPipelines, itemPipelines, listOf, pipelinesOf } from './item_pipelines.js';
import { type Listed, packItems, unpackItems } from './packed_items.js';

interface AttachmentLimits {
  readonly maxBytes: number;
  /** Time limit for extracting one attachment, in milliseconds. */
  readonly limitMs: number;
}

export interface PipelineRunnerOptions {
  readonly links: Pick<NodeLinks<IngestNodeCalls>, 'call' | 'handle' | 'localNodeId'>;
  readonly masterService: Pick<MasterService, 'state' | 'waitFor'>;
  readonly spawner: IngestSpawner & ExtractorSpawner;
  readonly maxThreads: number;
  readonly queueSize: number;
  /** Time limit of an expression match in milliseconds. */
  readonly matchLimitMs: number;
  readonly attachments: AttachmentLimits;
  readonly timers: Timers;
  readonly scriptCounters: ScriptCounters;
  readonly log: (line: LoggingCalls['log']['request']) => LoggingCalls['log']['reply'];
}

/** Limit of index changes of one document. */
const MAX_MOVES = 10;
/** Longest time for a node to reach the asking node's state. */
const STATE_WAIT_MS = 30_000;

export function createPipelineRunner(options: PipelineRunnerOptions): PipelineRunner {
  return new NodePipelineRunner(options);
}

class NodePipelineRunner implements PipelineRunner {
  readonly #options: PipelineRunnerOptions;
  readonly #threads: IngestThreads;
  readonly #extractors: ExtractorThreads;
  readonly #counts = new CountedPipelines();
  #nextNode = 0;

  constructor(options: PipelineRunnerOptions) {
    this.#options = options;
    const { masterService, scriptCounters, matchLimitMs } = options;
    this.#extractors = new ExtractorThreads({ ...options, limitMs: options.attachments.limitMs });
    this.#threads = new IngestThreads({
      ...options,
      handlers: { log: options.log, extract: (awaited) => this.#extractors.answer(awaited) },
      data: () => {
        const state = masterService.state();
        return {
          scripts: { configuration: scriptConfiguration(state), counters: scriptCounters.memory },
          pipelines: state.metadata.pipelines,
          matchLimitMs,
          maxAttachmentBytes: options.attachments.maxBytes,
        };
      },
    });
    options.links.handle('ingest/run', (request) => this.#answer(request));
  }

  hasPipelines(name: string, nowMs: number): boolean {
    return hasPipelines(this.#options.masterService.state(), name, nowMs);
  }

  run(batch: WriteBatch, options: RunOptions): Promise<IngestedBatch> | undefined {
    const listed = itemPipelines(batch, this.#options.masterService.state(), options.nowMs);
    return listed.size === 0 ? undefined : this.#run(batch, listed, options);
  }

  async #run(batch: WriteBatch, first: Listed, options: RunOptions): Promise<IngestedBatch> {
    const dropped = new Set<number>();
    let current = batch;
    let listed = first;
    for (let moves = 0; listed.size > 0; moves++) {
      const reply = await this.#ingest(packItems(current, listed), options);
      const returned = unpackItems(current, listed, reply);
      for (const position of returned.dropped) dropped.add(position);
      current = returned.batch;
      if (moves >= MAX_MOVES && returned.moved.size > 0) {
        current = refuseMoved(current, returned.moved.keys());
        break;
      }
      listed = this.#listMoved(current, returned.moved, options.nowMs);
    }
    return { batch: current, dropped };
  }

  /** The pipelines of the indices that items were sent to. */
  #listMoved(
    batch: WriteBatch,
    moved: ReturnType<typeof unpackItems>['moved'],
    nowMs: number,
  ): Listed {
    const state = this.#options.masterService.state();
    const known = new Map<string, PipelineList>();
    const listed = new Map<number, PipelineList>();
    for (const [position, next] of moved) {
      const name = batch.names[batch.nameOf[position] ?? 0] ?? '';
      const key = `${next} ${name}`;
      const ofName = pipelinesOf(state, name, nowMs);
      const asked = next === 'all' ? undefined : '_none';
      const list = known.get(key) ?? listOf(ofName, asked);
      known.set(key, list);
      if (list.ids.length > 0) listed.set(position, list);
    }
    return listed;
  }

  async #ingest(request: IngestRequest, { signal }: RunOptions): Promise<IngestReply> {
    signal.throwIfAborted();
    const state = this.#options.masterService.state();
    const nodeId = this.#ingestNode(state);
    if (nodeId === this.#options.links.localNodeId) return this.#ingestHere(request);
    const { bodies, ...head } = request;
    const reply = await this.#options.links.call(nodeId, 'ingest/run', {
      head: encodePlain(head),
      bodies,
      stateVersion: state.version,
    });
    return {
      ...decodePlain(reply.head),
      bodies: Uint8Array.from(reply.bodies),
    };
  }

  /** This node if it has the role; otherwise the nodes with it take turns. */
  #ingestNode({ nodes }: ClusterState): string {
    const { localNodeId } = this.#options.links;
    const able = [...nodes.values()].filter(({ roles }) => roles.includes('ingest'));
    if (able.some(({ id }) => id === localNodeId)) return localNodeId;
    const chosen = able[this.#nextNode++ % Math.max(1, able.length)];
    if (chosen !== undefined) return chosen.id;
    throw new ApiError(
      'illegal_state_exception',
      'There are no ingest nodes in this cluster, unable to forward request to an ingest node.',
    );
  }

  async #ingestHere(request: IngestRequest): Promise<IngestReply> {
    const documents = request.ids.length;
    this.#counts.begin(documents);
    let reply: IngestReply | undefined;
    try {
      reply = await this.#threads.call('ingest', request, [request.bodies.buffer]);
      return reply;
    } finally {
      this.#counts.end(documents, reply?.counts);
    }
  }

  async #answer({
    head,
    bodies,
    stateVersion,
  }: IngestNodeCalls['ingest/run']['request']): Promise<IngestNodeCalls['ingest/run']['reply']> {
    const { masterService } = this.#options;
    const isNew = ({ version }: ClusterState) => version >= stateVersion;
    if (!isNew(masterService.state())) {
      const { signal } = new AbortController();
      await masterService.waitFor(isNew, { timeoutMs: STATE_WAIT_MS, signal });
    }
    const request = decodePlain(head);
    const reply = await this.#ingestHere({ ...request, bodies: Uint8Array.from(bodies) });
    const { bodies: made, ...rest } = reply;
    return { head: encodePlain(rest), bodies: made };
  }

  async simulate(request: Parameters<PipelineRunner['simulate']>[0]): Promise<Uint8Array> {
    const { bytes } = await this.#threads.call('simulate', request);
    return bytes;
  }

  async check(id: string, body: Uint8Array): Promise<JsonObject> {
    const { source } = await this.#threads.call('check_pipeline', { id, body });
    return source;
  }

  report(): IngestReport {
    return this.#counts.report();
  }

  threadPool(): ThreadPool {
    return this.#threads.stats();
  }

  apply(previous: ClusterState, next: ClusterState): void {
    const [before, after] = [previous.metadata, next.metadata];
    if (before.pipelines !== after.pipelines) {
      this.#counts.change(after.pipelines);
      this.#threads.changePipelines(after.pipelines);
    }
    if (
      before.storedScripts !== after.storedScripts ||
      before.persistentSettings !== after.persistentSettings ||
      before.transientSettings !== after.transientSettings
    ) {
      this.#threads.changeScripts(scriptConfiguration(next));
    }
  }

  async stop(): Promise<void> {
    await this.#threads.stop();
    await this.#extractors.stop();
  }
}

function refuseMoved(batch: WriteBatch, positions: Iterable<number>): WriteBatch {
  const refused = new Map(batch.refused);
  const words = `pipelines sent the document to more than [${MAX_MOVES}] indices one after the other`;
  for (const position of positions) {
    refused.set(position, asApiError(new ApiError('illegal_state_exception', words)));
  }
  return { ...batch, refused };
}
