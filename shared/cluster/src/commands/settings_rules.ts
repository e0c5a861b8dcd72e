/** Rules for the index settings in a request. */
import { ApiError } from '@skein/errors';
import { INDEX, INDEX_SETTINGS, readSetting, type Settings } from '@skein/settings';

/** Refuses settings that only the server may write when an index is created. */
export function checkPrivateSettings(settings: ReadonlyMap<string, string | null>): void {
  const faults: string[] = [];
  for (const key of settings.keys()) {
    if (INDEX_SETTINGS.find(key)?.update === 'private') {
      faults.push(`private index setting [${key}] can not be set explicitly`);
    }
  }
  if (faults.length === 0) return;
  const list = faults.map((fault, position) => `${position + 1}: ${fault};`).join('');
  throw new ApiError('validation_exception', `Validation Failed: ${list}`);
}

/**
 * Checks the merge scheduler of a new index, as OpenSearch does; a later change of a single setting
 * is not checked.
 */
export function checkMergeScheduler(settings: Settings): void {
  const threads = readSetting(settings, INDEX.engine.mergeThreads);
  const merges = readSetting(settings, INDEX.engine.mergeCount);
  if (threads <= merges) return;
  const reason = `maxThreadCount (= ${threads}) should be <= maxMergeCount (= ${merges})`;
  throw new ApiError('illegal_argument_exception', reason);
}
