/**
 * Gets of one shard, on the main thread. A real-time get is answered here only if the newest
 * published point in time has every write; else the shard's engine is asked, which knows the
 * unpublished writes. A get that need not be real-time is answered here from that point in time.
 */
import type { Clock } from '@skein/base';
import type { ReaderSnapshot } from '@skein/search_library';
import type { GetRequest, GetResult, PublishedDocuments, ShardStats } from '@skein/shard';

const NO_WRITES = -1;

interface ShardReadsOptions {
  readonly published: PublishedDocuments;
  readonly clock: Clock;
  /** True while the shard has no other copies, so that every write of it passes here. */
  readonly isAlone: () => boolean;
  readonly askEngine: (request: GetRequest) => Promise<GetResult>;
}

export class ShardReads {
  readonly #options: ShardReadsOptions;
  #writesUnderWay = 0;
  /**
   * Highest sequence number of the answered writes, and of those in the published point in time.
   */
  #writtenSeqNo = NO_WRITES;
  #publishedSeqNo = NO_WRITES;
  readonly #counts = { exists: 0, existsMs: 0, missing: 0, missingMs: 0 };

  constructor(options: ShardReadsOptions) {
    this.#options = options;
  }

  publish(snapshot: ReaderSnapshot, maxSeqNo: number): void {
    this.#options.published.publish(snapshot);
    this.#publishedSeqNo = maxSeqNo;
  }

  /**
   * Tracks a write. From its start until a point in time contains it, real-time gets ask the
   * engine.
   */
  async write<T extends { readonly maxSeqNo: number }>(write: Promise<T>): Promise<T> {
    this.#writesUnderWay++;
    try {
      const reply = await write;
      this.#writtenSeqNo = Math.max(this.#writtenSeqNo, reply.maxSeqNo);
      return reply;
    } finally {
      this.#writesUnderWay--;
    }
  }

  get(request: GetRequest): GetResult | Promise<GetResult> {
    const { published, clock, askEngine } = this.#options;
    if (request.refresh || (request.realtime && !this.#isCurrent)) return askEngine(request);
    const startMs = clock.monotonicMs();
    const found = published.get(request);
    if (found === undefined) return askEngine(request);
    this.#count(found.found, clock.monotonicMs() - startMs);
    return found;
  }

  /** Counts the gets that were answered here; the engine counts its own. */
  get counts(): ShardStats['get'] {
    return this.#counts;
  }

  close(): void {
    this.#options.published.close();
  }

  #count(exists: boolean, tookMs: number): void {
    if (exists) {
      this.#counts.exists++;
      this.#counts.existsMs += tookMs;
    } else {
      this.#counts.missing++;
      this.#counts.missingMs += tookMs;
    }
  }

  get #isCurrent(): boolean {
    if (this.#writesUnderWay > 0 || this.#writtenSeqNo > this.#publishedSeqNo) return false;
    return this.#options.isAlone();
  }
}
