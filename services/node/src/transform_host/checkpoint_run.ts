/**
 * One checkpoint of a transform: reads pages of groups, converts them to documents, and writes
 * them. It can be repeated from its beginning.
 */
import { type Clock, pauseFor, type Timers } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { isJsonObject, parseJson } from '@skein/content';
import { fromPlainError } from '@skein/errors';
import {
  type AfterKey,
  changedFilters,
  changesRequest,
  countRequest,
  dateGroups,
  pageRequest,
  readKeys,
  type TimeWindow,
  type Transform,
  windowFilter,
} from '@skein/transform';
import { type BulkOutcome, type DocumentRouter, plainWrite } from '../document_router/mod.js';
import type { SearchCoordinator } from '../search_coordinator/mod.js';
import type { Identity } from '../security/mod.js';
import type { ShardHost } from '../shard_host/mod.js';
import type { Counters } from './counters.js';
import { askSource, sourceTypes } from './source_search.js';

export interface CheckpointParts {
  readonly searchCoordinator: Pick<SearchCoordinator, 'searchUnread' | 'fieldCapabilities'>;
  readonly documentRouter: Pick<DocumentRouter, 'bulk'>;
  readonly shardHost: Pick<ShardHost, 'runShardless'>;
  readonly clock: Clock;
  readonly timers: Timers;
}

interface CheckpointRun {
  readonly transform: Transform;
  readonly window: TimeWindow;
  readonly owner: Identity;
  readonly counters: Counters;
  /** Ends the checkpoint between two pages. */
  readonly signal: AbortSignal;
  /** Creates the destination if it does not exist, as before the first page. */
  readonly prepare: () => Promise<void>;
  /** Called after each page. */
  readonly pageDone: () => Promise<void>;
}

const WRITE_MS = 60_000;
/** Limit of deletions of the destination during a page. */
const MOST_DELETIONS = 5;

export class Checkpoint {
  readonly #run: CheckpointRun;
  readonly #parts: CheckpointParts;
  #dateGroups: readonly string[] = [];

  constructor(run: CheckpointRun, parts: CheckpointParts) {
    this.#run = run;
    this.#parts = parts;
  }

  /** True if the window contains documents. */
  async hasChanges(): Promise<boolean> {
    const { transform, window } = this.#run;
    const body = { ...countRequest(transform, window), size: 0, track_total_hits: 1 };
    const json = parseJson(await this.#ask(body));
    const hits = isJsonObject(json) && isJsonObject(json.hits) ? json.hits.total : undefined;
    return isJsonObject(hits) && Number(hits.value) > 0;
  }

  /** Rejects with the error, and with the signal's reason when it is aborted. */
  async write(): Promise<void> {
    const { transform, window } = this.#run;
    await this.#run.prepare();
    this.#dateGroups = dateGroups(transform, await sourceTypes(transform, this.#asking()));
    const until = windowFilter(transform, { ...window, fromMs: undefined });
    const limits = transform.sync === undefined ? [] : [until];
    if (window.fromMs === undefined) return this.#writeGroups(limits);
    for await (const keys of this.#changedKeys()) {
      const changed = changedFilters(transform, { keys, dates: new Set(this.#dateGroups) });
      await this.#writeGroups([...changed, ...limits], keys);
    }
  }

  async *#changedKeys(): AsyncGenerator<readonly AfterKey[]> {
    const { transform, window } = this.#run;
    let after: AfterKey | undefined;
    do {
      const { keys, after: next } = readKeys(
        await this.#ask(changesRequest(transform, window, after)),
      );
      if (keys.length > 0) yield keys;
      after = next;
    } while (after !== undefined);
  }

  /** `wanted`: only these groups are written; for others the filters may omit documents. */
  async #writeGroups(filters: readonly JsonObject[], wanted?: readonly AfterKey[]): Promise<void> {
    const { transform, counters, signal, pageDone } = this.#run;
    const { clock, shardHost } = this.#parts;
    let after: AfterKey | undefined;
    do {
      const startMs = clock.monotonicMs();
      const answer = await this.#ask(pageRequest(transform, filters, after));
      const readMs = clock.monotonicMs();
      const reading = { transform, dateGroups: this.#dateGroups, answer, wanted };
      const page = await shardHost.runShardless('transform_page', reading, signal);
      counters.add('processing_total', 1);
      counters.add('processing_time_in_ms', Math.round(clock.monotonicMs() - readMs));
      await this.#index(page.documents);
      counters.add('pages_processed', 1);
      counters.add('documents_processed', page.read);
      after = page.after;
      await pageDone();
      await this.#keepPace(page.read, startMs);
    } while (after !== undefined);
  }

  async #ask(body: JsonObject): Promise<Uint8Array> {
    const { transform, counters, signal } = this.#run;
    signal.throwIfAborted();
    const startMs = this.#parts.clock.monotonicMs();
    counters.add('search_total', 1);
    try {
      return await askSource(transform, body, this.#asking());
    } catch (thrown) {
      counters.add('search_failures', 1);
      throw thrown;
    } finally {
      const tookMs = Math.round(this.#parts.clock.monotonicMs() - startMs);
      counters.add('search_time_in_ms', tookMs);
    }
  }

  #asking() {
    const { owner, signal } = this.#run;
    const { searchCoordinator, clock } = this.#parts;
    const options = { identity: owner, signal, nowMs: clock.nowMs() };
    return { searchCoordinator, options };
  }

  async #index(
    documents: readonly { readonly id: string; readonly source: Uint8Array }[],
  ): Promise<void> {
    if (documents.length === 0) return;
    const { transform, counters, owner, signal } = this.#run;
    const { documentRouter, clock } = this.#parts;
    const { index, pipeline } = transform.dest;
    const startMs = clock.monotonicMs();
    const writes = documents.map(({ id, source }) =>
      plainWrite({ op: 'index', index, id, body: source, ...(pipeline && { pipeline }) }),
    );
    const write = () => {
      // A transform that is ended may have its destination deleted, which must not be recreated.
      signal.throwIfAborted();
      return documentRouter.bulk(writes, {
        refresh: 'false',
        timeoutMs: WRITE_MS,
        waitForActiveShards: '',
        identity: owner,
        signal,
        nowMs: clock.nowMs(),
        mayCreate: (name) => name !== index,
      });
    };
    let { results } = await write();
    for (let tries = 1; tries < MOST_DELETIONS && results.some(isMissing); tries++) {
      await this.#run.prepare();
      ({ results } = await write());
    }
    counters.add('index_total', 1);
    counters.add('index_time_in_ms', Math.round(clock.monotonicMs() - startMs));
    const failed = results.filter(({ result }) => !result.ok);
    counters.add('documents_indexed', results.length - failed.length);
    counters.add('index_failures', failed.length);
    const [first] = failed;
    if (first !== undefined && !first.result.ok) throw fromPlainError(first.result.error);
  }

  #keepPace(read: number, startMs: number): Promise<void> | undefined {
    const { transform, signal } = this.#run;
    const { docsPerSecond } = transform.settings;
    if (docsPerSecond === undefined) return undefined;
    const { clock, timers } = this.#parts;
    const delayMs = (read * 1000) / docsPerSecond - (clock.monotonicMs() - startMs);
    if (!(delayMs > 0) || signal.aborted) return undefined;
    return pauseFor(delayMs, timers, signal);
  }
}

function isMissing({ result }: BulkOutcome['results'][number]): boolean {
  return !result.ok && result.error.type === 'index_not_found_exception';
}
