/**
 * The indexing slow log of a shard: documents whose parsing and indexing took longer than a
 * threshold, on every copy, with OpenSearch's logger name and fields.
 */
import { type Clock, formatTimeMs, type Log } from '@skein/base';
import { parseJson, stringifyJson } from '@skein/content';
import type { IndexedOperation, PreparedDocument } from '@skein/engine';
import { INDEX, readSetting, type Settings } from '@skein/settings';
import { type SlowThresholds, slowLevel, slowThresholds } from './slow_thresholds.js';

interface SlowWriteOptions {
  readonly index: string;
  readonly indexUuid: string;
  readonly clock: Clock;
  readonly log: Log;
}

const decoder = new TextDecoder();

export class IndexingSlowLog {
  readonly #options: SlowWriteOptions;
  readonly #thresholds: SlowThresholds;
  /** Number of the document's characters that are shown. */
  readonly #shownLength: number;
  readonly #reformat: boolean;
  /** Start times of parsed documents that are not indexed yet. */
  readonly #startMs = new WeakMap<PreparedDocument, number>();

  private constructor(settings: Settings, thresholds: SlowThresholds, options: SlowWriteOptions) {
    this.#options = options;
    this.#thresholds = thresholds;
    this.#shownLength = readSetting(settings, INDEX.slowLog.source);
    this.#reformat = readSetting(settings, INDEX.slowLog.reformat);
  }

  /** The log; `undefined`: nothing is logged, and nothing needs to be timed. */
  static of(settings: Settings, options: SlowWriteOptions): IndexingSlowLog | undefined {
    const thresholds = slowThresholds(settings, INDEX.slowIndex, INDEX.slowLog.indexLevel);
    return thresholds.length === 0 ? undefined : new IndexingSlowLog(settings, thresholds, options);
  }

  /** Parses a document and records the start time. */
  timed<T extends PreparedDocument>(read: () => T): T {
    const startMs = this.#options.clock.monotonicMs();
    const document = read();
    this.#startMs.set(document, startMs);
    return document;
  }

  indexed({ id, routing, source, document }: IndexedOperation): void {
    const startMs = this.#startMs.get(document);
    // The document was parsed before the log was switched on.
    if (startMs === undefined) return;
    const { index, indexUuid, clock, log } = this.#options;
    const tookMs = clock.monotonicMs() - startMs;
    const level = slowLevel(this.#thresholds, tookMs);
    if (level === undefined) return;
    log.write(level, `[${index}/${indexUuid}]`, {
      'log.logger': 'index.indexing.slowlog.index',
      took: formatTimeMs(tookMs),
      took_millis: Math.floor(tookMs),
      id,
      routing,
      source: this.#sourceText(source),
    });
  }

  #sourceText(source: Uint8Array): string | undefined {
    if (this.#shownLength === 0 || source.length === 0) return undefined;
    const text = this.#reformat ? stringifyJson(parseJson(source)) : decoder.decode(source);
    return cutText(text, this.#shownLength).trim();
  }
}

const HIGH_SURROGATE = /[\ud800-\udbff]$/;

/** The first `length` characters, without half a surrogate pair at the end. */
function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(HIGH_SURROGATE, '');
}
