/** The index settings an engine obeys, read once from the flat map; all of them may change while it is open. */
import { INDEX, readSetting, type Settings } from '@skein/settings';

export interface EngineSettings {
  /** Negative: never by itself. */
  readonly refreshIntervalMs: number;
  readonly durability: 'request' | 'async';
  /** How often the translog is fsynced when `durability` is `async`. */
  readonly syncIntervalMs: number;
  /** Uncommitted translog from which a flush is due. */
  readonly flushThresholdBytes: number;
  /** How long a deleted document's version is remembered. */
  readonly gcDeletesMs: number;
  /** Requests that may wait for the next refresh; one more forces it. */
  readonly maxRefreshListeners: number;
}

export function engineSettings(settings: Settings): EngineSettings {
  const { engine, limits } = INDEX;
  const durability = readSetting(settings, engine.durability);
  return {
    refreshIntervalMs: readSetting(settings, engine.refreshInterval),
    durability: durability.toLowerCase() === 'async' ? 'async' : 'request',
    syncIntervalMs: readSetting(settings, engine.syncInterval),
    flushThresholdBytes: readSetting(settings, engine.flushThreshold),
    gcDeletesMs: readSetting(settings, engine.gcDeletes),
    maxRefreshListeners: readSetting(settings, limits.maxRefreshListeners),
  };
}
