/**
 * A shard's background work: scheduled refreshes, the fsync of an `async` translog, its rolling,
 * flushes, merges, throttling of writes that are ahead of merges, and freeing the buffer of an idle
 * shard.
 */
import type { Clock, Log } from '@skein/base';
import type { Engine } from '@skein/engine';
import type { ShardMerges } from './shard_merges.js';
import type { ShardRefresh } from './shard_refresh.js';
import type { WriteThrottle } from './write_throttle.js';

/** The parts of a shard that need background work. */
interface UpkeepParts {
  readonly engine: Engine;
  readonly merges: ShardMerges;
  readonly refresh: ShardRefresh;
  readonly throttle: WriteThrottle;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes every write so far durable, on this copy and, through the checkpoint, on the others. */
  readonly sync: () => void;
  readonly flush: () => void;
  readonly rollTranslog: () => void;
}

export class ShardUpkeep {
  readonly #parts: UpkeepParts;
  /** State at the last check. */
  #lastSeqNo = -1;
  #lastWriteMs = 0;
  #syncDueMs: number;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    this.#syncDueMs = parts.clock.monotonicMs();
  }

  /**
   * Does all due work. A shard without writes for `inactiveMs` frees its buffer. Throws if the
   * engine fails.
   */
  doWhatIsDue(inactiveMs: number): void {
    const { engine, merges, refresh, clock, flush, rollTranslog } = this.#parts;
    const nowMs = clock.monotonicMs();
    refresh.ifDue(nowMs);
    this.#syncIfDue(nowMs);
    if (merges.takeFlushDue() || engine.shouldFlush) flush();
    if (engine.shouldRollTranslog) rollTranslog();
    if (this.#isInactive(nowMs, inactiveMs)) engine.emptyBuffer();
    merges.start();
    this.#throttleWrites();
  }

  /**
   * Time at which the buffer is to be freed if no write comes, on the monotonic clock; undefined:
   * it is empty.
   */
  inactiveFromMs(inactiveMs: number): number | undefined {
    return this.#parts.engine.bufferedBytes > 0 ? this.#lastWriteMs + inactiveMs : undefined;
  }

  #syncIfDue(nowMs: number): void {
    const { settings } = this.#parts.engine;
    if (settings.durability === 'request' || nowMs < this.#syncDueMs) return;
    this.#syncDueMs = nowMs + settings.syncIntervalMs;
    this.#parts.sync();
  }

  #isInactive(nowMs: number, inactiveMs: number): boolean {
    const { engine } = this.#parts;
    const { maxSeqNo } = engine.sequenceStats();
    if (maxSeqNo !== this.#lastSeqNo) {
      this.#lastSeqNo = maxSeqNo;
      this.#lastWriteMs = nowMs;
    }
    return engine.bufferedBytes > 0 && nowMs - this.#lastWriteMs >= inactiveMs;
  }

  #throttleWrites(): void {
    const { engine, merges, throttle, log } = this.#parts;
    const { isBehind } = merges;
    if (isBehind !== throttle.isOn) {
      log.info(isBehind ? 'now throttling indexing' : 'stop throttling indexing', {
        maxMergeCount: engine.settings.maxMergeCount,
      });
    }
    throttle.update(isBehind);
  }
}
