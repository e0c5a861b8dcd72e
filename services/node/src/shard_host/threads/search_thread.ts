/**
 * The inside of a search thread: opens each point in time of a shard once, and runs query and fetch
 * phases on it, one after the other.
 */
import { beginWork, type Clock, type Log } from '@skein/base';
import { JsonBuffer } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type CallHandlers, TransferReply } from '@skein/platform';
import type { ScriptService } from '@skein/script';
import {
  AggregationUses,
  interruptionCheck,
  PlanCache,
  type ShardFetchRequest,
  type ShardSearchCall,
  type ShardSearchReply,
} from '@skein/search';
import type { Directory, Kernels } from '@skein/search_library';
import {
  type AnalysisFiles,
  analysisOutside,
  analyzeText,
  CallCodec,
  type CallReply,
  type CallRequest,
  checkAliasFilters,
  checkAnalysis,
  finishInThread,
  IndexContextCache,
  packReply,
  reduceInThread,
  ScriptRunner,
  SearchShard,
  storedStats,
  unpackCall,
} from '@skein/shard';
import { readPage } from '@skein/transform';
import { letGo, lettingGo } from '../let_go.js';
import { SegmentClaims } from '../memory/segment_claims.js';
import { helpWithSegments, shareSegments } from '../memory/segment_sharing.js';
import { type Envelope, MailCallee } from './mail_channel.js';
import {
  CANCELLED,
  MAILED_CALLS,
  type MailedReply,
  type SearchThreadCalls,
  type SearchThreadData,
  SHARDLESS,
  type ShardOpening,
  type ShareRequest,
} from './thread_calls.js';
import { ThreadLoad } from './thread_load.js';

interface SearchThreadPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly scripts: ScriptService;
  readonly files: AnalysisFiles;
  /** Absent if this thread has no kernels. */
  readonly kernels: Kernels | undefined;
  openDirectory(path: string): Directory;
  /** Asks for idle threads to help with the running search. */
  share(request: ShareRequest): void;
}

interface Located {
  readonly handle: number;
  readonly opening: ShardOpening | undefined;
}

export class SearchThread {
  readonly handlers: CallHandlers<SearchThreadCalls>;
  readonly #ports: SearchThreadPorts;
  readonly #cancelFlag: Int32Array;
  /** By reader key and version of the point in time. */
  readonly #shards = new Map<string, Map<number, SearchShard>>();
  /** By handle. */
  readonly #byHandle = new Map<number, SearchShard>();
  readonly #indexContexts: IndexContextCache;
  readonly #plans = new PlanCache();
  readonly #load: ThreadLoad;
  readonly #uses: AggregationUses;
  /** Number among the search threads; above 0. */
  readonly #number: number;
  readonly #mail: MailCallee<CallRequest, CallReply>;
  readonly #buffer = new JsonBuffer();

  constructor(ports: SearchThreadPorts, data: SearchThreadData) {
    this.#ports = ports;
    this.#cancelFlag = new Int32Array(data.cancelFlag);
    this.#load = new ThreadLoad(data.load);
    this.#uses = new AggregationUses(data.uses);
    this.#number = data.lane + 1;
    this.#indexContexts = new IndexContextCache(analysisOutside(ports.files, ports.scripts));
    const runner = new ScriptRunner({ ...ports, indices: this.#indexContexts });
    this.#mail = new MailCallee(data.mailbox, {
      codec: new CallCodec(),
      answer: (envelope, request) => this.#mailed(envelope, request),
    });
    this.handlers = lettingGo<CallHandlers<SearchThreadCalls>>({
      statistics: (call) =>
        this.#shard(call).statistics(unpackCall(call.request), this.#isCancelled(call.cancelId)),
      fetch: (call) => {
        const request = unpackCall(call.request);
        const fetched = this.#shard(call).fetch(request, this.#isCancelled(call.cancelId));
        return new TransferReply(fetched, [fetched.bytes.buffer]);
      },
      search: (call) => {
        const request = unpackCall(call.request);
        return inOwnMemory(this.#search(this.#shard(call), request, call.cancelId));
      },
      help: (call) => this.#help(call),
      explain: (call) => this.#shard(call).explain(call.request, this.#isCancelled(call.cancelId)),
      term_vectors: (call) =>
        this.#shard(call).termVectors(call.request, this.#isCancelled(call.cancelId)),
      document: (call) =>
        this.#shard(call).document(call.request, this.#isCancelled(call.cancelId)),
      can_match: (call) =>
        this.#shard(call).canMatch(call.request, this.#isCancelled(call.cancelId)),
      list_terms: (call) =>
        this.#shard(call).listTerms(call.request, this.#isCancelled(call.cancelId)),
      segments: (call) => ({ segments: this.#shard(call).segments() }),
      validate_query: (call) =>
        this.#shard(call).validate(call.request, this.#isCancelled(call.cancelId)),
      collect_reply: () => {
        const reply = this.#mail.collect();
        if (reply === undefined) throw notHere('a reply');
        // Only replies to the `MAILED_CALLS` are put there.
        return inOwnMemory(reply as MailedReply);
      },
      change_scripts: (configuration) => {
        ports.scripts.configure(configuration);
        return {};
      },
      analyze_text: this.#shardless((request) => analyzeText(request, this.#indexContexts)),
      check_analysis: this.#shardless((request) => checkAnalysis(request, this.#indexContexts)),
      check_alias_filters: this.#shardless((request) =>
        checkAliasFilters(request, { indices: this.#indexContexts, scripts: ports.scripts }),
      ),
      check_script: this.#shardless((request) => runner.check(request)),
      execute_script: this.#shardless((request) => runner.execute(request)),
      transform_documents: this.#shardless((request) => runner.transform(request)),
      render_templates: this.#shardless((request) => runner.renderAll(request)),
      finish_aggregations: this.#shardless((request, isCancelled) =>
        finishInThread(request, { scripts: ports.scripts, isCancelled }),
      ),
      reduce_aggregations: this.#shardless(reduceInThread),
      transform_page: this.#shardless(readPage),
      stored_stats: ({ path }) => storedStats(ports.openDirectory(`${path}/index`)),
      forget: ({ key, snapshotVersion }) => {
        this.#forget(key, snapshotVersion);
        return {};
      },
    });
  }

  /**
   * Wraps a call that names no shard and no cancel id; the id is read from the `SHARDLESS` place of
   * the flag.
   */
  #shardless<Request, Reply>(
    answer: (request: Request, isCancelled: () => boolean) => Reply,
  ): (request: Request) => Reply {
    return (request) => {
      const isCancelled = this.#isCancelled(Atomics.load(this.#cancelFlag, SHARDLESS));
      return answer(request, isCancelled);
    };
  }

  /** Serves the mailbox after its bell has rung. */
  serveMailbox(): void {
    this.#mail.serve();
  }

  /** Answers a call of one of the `MAILED_CALLS`, whose index is the kind. */
  #mailed({ kind, handle, cancelId }: Envelope, request: CallRequest): CallReply {
    const shard = this.#opened(handle);
    try {
      // The kind tells the type of the request, here and below.
      if (MAILED_CALLS[kind] === 'search') {
        return this.#search(shard, request as ShardSearchCall, cancelId);
      }
      return shard.fetch(request as ShardFetchRequest, this.#isCancelled(cancelId));
    } finally {
      letGo();
    }
  }

  /** The reply's bytes lie in the buffer until the next search. */
  #search(shard: SearchShard, request: ShardSearchCall, cancelId: number): ShardSearchReply {
    const buffer = this.#buffer;
    buffer.clear();
    return shard.search(request, this.#isCancelled(cancelId), {
      buffer,
      share: ({ segments, docs, isMergeable }) => {
        const helpers = this.#load.helpersFor(docs);
        if (helpers === 0 || !isMergeable()) return undefined;
        const tell = (shared: ShareRequest) => this.#ports.share(shared);
        return shareSegments(request, segments, { own: this.#number, helpers, tell });
      },
    });
  }

  #help(asked: SearchThreadCalls['help']['request']): Record<string, never> {
    const { claims: memory, call, reply } = asked.request;
    const claims = new SegmentClaims(memory, this.#number);
    const shard = this.#shard(asked);
    const isCancelled = this.#isCancelled(asked.cancelId, () => claims.isEnded);
    helpWithSegments(reply, claims, () =>
      shard.help(unpackCall(call), isCancelled, (segment) => claims.takes(segment)),
    );
    return {};
  }

  #opened(handle: number): SearchShard {
    const shard = this.#byHandle.get(handle);
    if (shard === undefined) throw notHere(`point in time [${handle}]`);
    return shard;
  }

  #shard({ handle, opening }: Located): SearchShard {
    if (opening === undefined) return this.#opened(handle);
    const known = this.#shards.get(opening.key)?.get(opening.snapshot.version);
    const shard = known ?? this.#open(opening);
    // If the call fails after the opening, the main thread does not learn of the opening and sends
    // it again under another handle.
    this.#byHandle.set(handle, shard);
    shard.index = this.#indexContexts.get(opening.context);
    return shard;
  }

  #open({ key, snapshot, context }: ShardOpening): SearchShard {
    const points = this.#shards.get(key) ?? new Map<number, SearchShard>();
    this.#shards.set(key, points);
    const [sibling] = points.values();
    const shard = new SearchShard({
      snapshot,
      origin: context,
      log: this.#ports.log,
      directory: sibling?.directory ?? this.#ports.openDirectory(`${context.path}/index`),
      clock: this.#ports.clock,
      scripts: this.#ports.scripts,
      index: this.#indexContexts.get(context),
      kernels: this.#ports.kernels,
      plans: this.#plans,
      uses: this.#uses,
      sibling,
    });
    points.set(snapshot.version, shard);
    return shard;
  }

  /** Closes all open files, because files of merged-away segments may be among them. */
  #forget(key: string, snapshotVersion: number): void {
    const points = this.#shards.get(key);
    const shard = points?.get(snapshotVersion);
    shard?.directory.closeReads();
    for (const [handle, known] of this.#byHandle)
      if (known === shard) this.#byHandle.delete(handle);
    points?.delete(snapshotVersion);
    if (points?.size === 0) this.#shards.delete(key);
  }

  /** Returns a check that is true once the call that begins now is cancelled or over. */
  #isCancelled(cancelId: number, isOver = () => false): () => boolean {
    const isCancelled = () => Atomics.load(this.#cancelFlag, CANCELLED) === cancelId || isOver();
    beginWork(interruptionCheck({ clock: this.#ports.clock, isCancelled }));
    return isCancelled;
  }
}

function notHere(what: string): ApiError {
  return new ApiError('illegal_state_exception', `${what} is not here`);
}

/** Copies the bytes out of the buffer, because they are transferred to the other thread. */
function inOwnMemory<Reply extends MailedReply>(reply: Reply): Reply | TransferReply<Reply> {
  if (!('kind' in reply)) return new TransferReply(reply, [reply.bytes.buffer]);
  if (reply.kind === 'rendered') {
    const bytes = reply.bytes.slice();
    return new TransferReply({ ...reply, bytes }, [bytes.buffer]);
  }
  if (reply.kind !== 'found' || reply.fetched === undefined) return packReply(reply);
  const bytes = reply.fetched.bytes.slice();
  const fetched = { ...reply.fetched, bytes };
  return new TransferReply({ ...reply, fetched }, [bytes.buffer]);
}
