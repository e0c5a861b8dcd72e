/** Settings from the command line: `-E key=value`, any number of times. */
import { ApiError } from '@skein/errors';

export function commandLineSettings(pairs: readonly string[]): Map<string, string> {
  const settings = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals <= 0) {
      throw new ApiError('settings_exception', `[-E ${pair}] must be of the form -E key=value`);
    }
    const key = pair.slice(0, equals);
    if (settings.has(key)) {
      throw new ApiError('settings_exception', `setting [${key}] is given twice with -E`);
    }
    settings.set(key, pair.slice(equals + 1));
  }
  return settings;
}
