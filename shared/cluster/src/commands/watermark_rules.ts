/**
 * Rules for the three disk watermarks: all of them percentages or all of them bytes, each stricter
 * than the one before.
 */
import { ApiError } from '@skein/errors';
import { CLUSTER, readSetting, type Settings, type SettingsUpdate } from '@skein/settings';

const { diskLow, diskHigh, diskFlood } = CLUSTER.allocation;
const KEYS: readonly string[] = [diskLow.key, diskHigh.key, diskFlood.key];

/** Checks the watermarks. `settings` are the effective settings after the update. */
export function checkWatermarks(settings: Settings, ...updates: readonly SettingsUpdate[]): void {
  if (!updates.some((update) => KEYS.some((key) => update.has(key)))) return;
  const low = readSetting(settings, diskLow);
  const high = readSetting(settings, diskHigh);
  const flood = readSetting(settings, diskFlood);
  if (low.kind === 'used' && high.kind === 'used' && flood.kind === 'used') {
    if (low.share > high.share) throw disorder(['low', low.text], 'more', ['high', high.text]);
    if (high.share > flood.share) {
      throw disorder(['high', high.text], 'more', ['flood stage', flood.text]);
    }
  } else if (low.kind === 'free' && high.kind === 'free' && flood.kind === 'free') {
    if (low.bytes < high.bytes) throw disorder(['low', low.text], 'less', ['high', high.text]);
    if (high.bytes < flood.bytes) {
      throw disorder(['high', high.text], 'less', ['flood stage', flood.text]);
    }
  } else {
    throw new ApiError(
      'illegal_argument_exception',
      `unable to consistently parse [${diskLow.key}=${low.text}], [${diskHigh.key}=${high.text}], and [${diskFlood.key}=${flood.text}] as percentage or bytes`,
    );
  }
}

type Named = readonly [name: string, text: string];

function disorder([a, first]: Named, how: 'more' | 'less', [b, second]: Named): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `${a} disk watermark [${first}] ${how} than ${b} disk watermark [${second}]`,
  );
}
