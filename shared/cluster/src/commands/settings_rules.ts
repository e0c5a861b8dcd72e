/** Which index settings a request may give. */
import { ApiError } from '@skein/errors';
import { INDEX_SETTINGS } from '@skein/settings';

/** Settings the server alone writes are refused when an index is made. */
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
