/**
 * The main thread as a place for light searches, if all they read is in memory: waking a search
 * thread and being woken by it costs more processor time than such a search.
 *
 * The event loop comes first. A search is given up after at most twice `BUDGET_MS` and goes to a
 * thread; so does one that would have to load a part of a segment, run a script or read a long
 * document. Its shard is then not tried for a while, longer each time. At most `SHARE` of the time
 * is spent here; searches beyond that go to threads.
 */
import { ELSEWHERE } from '@skein/analysis';
import { beginWork, type Clock, endWork, LeftToAnotherThread, type Log } from '@skein/base';
import { JsonBuffer } from '@skein/content';
import { asApiError, toPlainError } from '@skein/errors';
import { ScriptService } from '@skein/script';
import {
  type AggregationUses,
  isRead,
  PlanCache,
  type QueryCost,
  type ReadPlan,
  type ShardFetchRequest,
  type ShardFetchResult,
  type ShardSearchCall,
  type ShardSearchReply,
} from '@skein/search';
import {
  type Directory,
  endRequestArrays,
  enterRequestArrays,
  type Kernels,
  type SegmentSpace,
} from '@skein/search_library';
import { CallCodec, IndexContextCache, SearchShard } from '@skein/shard';
import type { ShardContext } from '../threads/thread_calls.js';
import { LightShard, type OpenPoint } from './light_shard.js';
import { isWithinWeight } from './plan_weight.js';
import type { AskedOf, LocalPoint, SearchPlace } from './search_place.js';
import { TimeShare } from './time_share.js';

const MAX_BODY_BYTES = 4 * 1024;
/** The time that one search may take here. */
const BUDGET_MS = 1.5;
/** Number of first searches of a node that get a larger budget, because they compile their code. */
const COLD_SEARCHES = 32;
const COLD_BUDGET_MS = 6;
/** The share of this thread's time for searches, and the most unused time that accumulates. */
const SHARE = 0.6;
const MOST_MS = 5;
/** Limit of the simple steps that nothing interrupts: some tenths of a millisecond. */
const MOST_STEPS = 64 * 1024;
/** Limit of one read of a file: a long document is left to a search thread. */
const MAX_READ_BYTES = 64 * 1024;
/** Mapping and settings of an index are parsed here too, once per version. */
const MAX_CONTEXT_CHARS = 64 * 1024;

interface MainThreadOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Segment memory of the main thread, which loads nothing. */
  readonly space: SegmentSpace;
  readonly kernels: Kernels | undefined;
  readonly uses?: AggregationUses | undefined;
  readonly openDirectory: (path: string, limits: { readonly maxReadBytes: number }) => Directory;
}

export class MainThread implements SearchPlace<LocalPoint> {
  readonly #options: MainThreadOptions;
  readonly #shards = new Map<string, LightShard>();
  readonly #contexts = new IndexContextCache(ELSEWHERE);
  readonly #plans = new PlanCache();
  readonly #scripts: ScriptService;
  readonly #share: TimeShare;
  readonly #uses = new HeldUses();
  readonly #buffer = new JsonBuffer();
  readonly #codec = new CallCodec();
  #attempts = 0;

  constructor(options: MainThreadOptions) {
    const { clock } = options;
    this.#options = options;
    this.#scripts = new NoScriptsHere(clock);
    this.#share = new TimeShare({ clock, share: SHARE, mostMs: MOST_MS });
    enterRequestArrays();
  }

  search(point: LocalPoint, { request }: AskedOf<ShardSearchCall>): ShardSearchReply | undefined {
    if (!isWhole(request)) return undefined;
    const shard = this.#shard(point.key);
    const { clock } = this.#options;
    const startMs = clock.monotonicMs();
    if (!shard.isReady() || !this.#share.has(startMs)) return undefined;
    const read = this.#read(request);
    if (read === undefined || 'kind' in read) return read;
    const { cost } = read.plan.needs;
    if (cost === 'heavy' || !shard.mayTry(cost)) {
      shard.wasHeavy();
      return undefined;
    }
    return this.#attempt(shard, { cost, startMs }, (isOver) => {
      const searched = this.#point(shard, point)?.shard;
      const buffer = this.#buffer;
      const reply = searched?.search(request, isOver, { buffer, read });
      return reply && this.#ownReply(reply);
    });
  }

  /**
   * Reads the hits of a search of several shards. Undefined if the search did not run here, or a
   * thread must read them.
   */
  fetch(point: LocalPoint, { request }: AskedOf<ShardFetchRequest>): ShardFetchResult | undefined {
    const { cost } = request.plan.needs;
    if (cost === 'heavy' || !isWhole(request)) return undefined;
    const shard = this.#shards.get(point.key);
    if (!shard?.points.has(point.snapshot.version) || !shard.isTrying(cost)) return undefined;
    const startMs = this.#options.clock.monotonicMs();
    if (!this.#share.has(startMs)) return undefined;
    if (!isWithinWeight(request.plan, MAX_BODY_BYTES)) return undefined;
    return this.#attempt(shard, { cost, startMs }, (isOver) =>
      this.#point(shard, point)?.shard.fetch(request, isOver),
    );
  }

  /** A reply that refers to no memory of the search. */
  #ownReply(reply: ShardSearchReply): ShardSearchReply {
    if (reply.kind === 'rendered') return { ...reply, bytes: Buffer.from(reply.bytes) };
    if (reply.kind !== 'found') return reply;
    // The reply of a shard among several has the form that every other place gives it.
    return this.#codec.readReply(this.#codec.reply(reply).slice()) as ShardSearchReply;
  }

  /**
   * Parses the body, unless the coordinator has parsed it already, as for a search of several
   * shards. Undefined if it is too long or YAML.
   */
  #read({ search }: ShardSearchCall): ReadPlan | ShardSearchReply | undefined {
    if (isRead(search)) {
      return isWithinWeight(search, MAX_BODY_BYTES)
        ? { plan: search, prepared: undefined }
        : undefined;
    }
    if (search.isYaml || search.body.length > MAX_BODY_BYTES) return undefined;
    try {
      return this.#plans.read(search);
    } catch (thrown) {
      return { kind: 'malformed', error: toPlainError(asApiError(thrown)) };
    }
  }

  /** Forgets a point in time that no search reads any more. */
  forget(key: string, snapshotVersion: number): void {
    const shard = this.#shards.get(key);
    if (shard === undefined) return;
    // Files of merged-away segments may be among the open ones.
    shard.points.get(snapshotVersion)?.shard.directory.closeReads();
    shard.points.delete(snapshotVersion);
    if (shard.points.size === 0) this.#shards.delete(key);
  }

  #shard(key: string): LightShard {
    const known = this.#shards.get(key);
    if (known !== undefined) return known;
    const shard = new LightShard();
    this.#shards.set(key, shard);
    return shard;
  }

  /**
   * Tries some work for a shard within the budget of one search; undefined if the work was given
   * up.
   */
  #attempt<T>(
    shard: LightShard,
    { cost, startMs }: Attempt,
    work: (isOver: () => boolean) => T | undefined,
  ): T | undefined {
    const { clock } = this.#options;
    const budgetMs = this.#attempts++ < COLD_SEARCHES ? COLD_BUDGET_MS : BUDGET_MS;
    try {
      const done = this.#within(new Deadline(clock, budgetMs), work);
      if (done === undefined) shard.failed(cost);
      else shard.succeeded(cost);
      return done;
    } finally {
      // Time beyond the budget was most likely taken by another process.
      this.#share.use(Math.min(clock.monotonicMs() - startMs, budgetMs));
    }
  }

  #within<T>(deadline: Deadline, work: (isOver: () => boolean) => T | undefined): T | undefined {
    const isOver = () => {
      if (deadline.isOver()) throw new NotHere();
      return false;
    };
    beginWork(isOver, MOST_STEPS);
    try {
      return work(isOver);
    } catch (thrown) {
      if (!(thrown instanceof LeftToAnotherThread)) throw asApiError(thrown);
      this.#uses.forget();
      return undefined;
    } finally {
      this.#uses.endSearch(this.#options.uses);
      endWork();
      this.#buffer.clear();
      this.#options.space.letGo();
      endRequestArrays();
    }
  }

  /** Undefined if the index cannot be searched in this thread. */
  #point(light: LightShard, at: LocalPoint): OpenPoint | undefined {
    const { snapshot, index } = at;
    const known = light.points.get(snapshot.version);
    if (known?.indexVersion === index.version) return known;
    const context = index.context();
    if (!isLightIndex(context)) {
      light.avoid();
      return undefined;
    }
    const searched = this.#contexts.get(context);
    if (searched.analysis.isPartial) {
      light.avoid();
      return undefined;
    }
    const point = {
      shard: known?.shard ?? this.#open(light, at, context),
      indexVersion: index.version,
    };
    point.shard.index = searched;
    light.points.set(snapshot.version, point);
    return point;
  }

  #open(light: LightShard, { snapshot }: LocalPoint, context: ShardContext): SearchShard {
    const { clock, log, kernels, space, openDirectory } = this.#options;
    const [sibling] = light.points.values();
    return new SearchShard({
      snapshot,
      origin: context,
      log,
      directory:
        sibling?.shard.directory ??
        openDirectory(`${context.path}/index`, { maxReadBytes: MAX_READ_BYTES }),
      clock,
      scripts: this.#scripts,
      index: this.#contexts.get(context),
      kernels,
      plans: this.#plans,
      uses: this.#uses,
      sibling: sibling?.shard,
      space,
    });
  }
}

/**
 * The aggregations that the current search has used. If the search is given up, they are forgotten:
 * the thread that runs it next counts them.
 */
class HeldUses implements Pick<AggregationUses, 'count'> {
  #used: Parameters<AggregationUses['count']> | undefined;

  count(...used: Parameters<AggregationUses['count']>): void {
    this.#used = used;
  }

  forget(): void {
    this.#used = undefined;
  }

  /** Counts the aggregations of the search in `uses`. */
  endSearch(uses: AggregationUses | undefined): void {
    if (this.#used !== undefined) uses?.count(...this.#used);
    this.#used = undefined;
  }
}

interface Attempt {
  readonly cost: Exclude<QueryCost, 'heavy'>;
  readonly startMs: number;
}

/** True without document-level security and alias filter. */
function isWhole({ aliasFilter, visibility }: ShardSearchCall | ShardFetchRequest): boolean {
  return aliasFilter === undefined && visibility === undefined;
}

class Deadline {
  readonly #clock: Clock;
  readonly #budgetMs: number;
  #atMs: number;
  #isExtended = false;

  constructor(clock: Clock, budgetMs: number) {
    this.#clock = clock;
    this.#budgetMs = budgetMs;
    this.#atMs = clock.monotonicMs() + budgetMs;
  }

  /**
   * True if the deadline has passed. The first time it is extended instead, because the system may
   * have suspended this process for longer.
   */
  isOver(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs <= this.#atMs) return false;
    if (this.#isExtended) return true;
    this.#isExtended = true;
    this.#atMs = nowMs + this.#budgetMs;
    return false;
  }
}

/** Thrown to give up a search in this thread. */
class NotHere extends LeftToAnotherThread {}

/** Throws, since scripts run in search threads only. */
class NoScriptsHere extends ScriptService {
  override compile(): never {
    throw new NotHere();
  }

  override stored(): never {
    throw new NotHere();
  }
}

/**
 * True if the index is small enough to be read here and has no scripts: analyzers, similarities and
 * fields may have some.
 */
function isLightIndex({ mapping, indexSettings }: ShardContext): boolean {
  if (mapping.length > MAX_CONTEXT_CHARS || mapping.includes('"script"')) return false;
  let chars = 0;
  for (const [name, value] of Object.entries(indexSettings)) {
    if (name.includes('script')) return false;
    chars += name.length + String(value).length;
  }
  return chars <= MAX_CONTEXT_CHARS;
}
