/** Rule for the keep-alives of searches: no limit may be below the default. */
import { formatTimeMs, parseTimeMs } from '@skein/base';
import { ApiError } from '@skein/errors';
import { CLUSTER, readSetting, type Settings, type SettingsUpdate } from '@skein/settings';

const { keepAlive, maxKeepAlive, pitMaxKeepAlive } = CLUSTER.search;
const LIMITS = [
  { limit: maxKeepAlive, whose: '' },
  { limit: pitMaxKeepAlive, whose: ' for PIT' },
];

/** Checks the limits that change. `settings` are the effective settings after the update. */
export function checkKeepAlives(settings: Settings, ...updates: readonly SettingsUpdate[]): void {
  const usual = parseTimeMs(readSetting(settings, keepAlive)) ?? 0;
  for (const { limit, whose } of LIMITS) {
    if (!updates.some((update) => update.has(limit.key))) continue;
    const most = readSetting(settings, limit);
    if (usual <= most) continue;
    throw new ApiError(
      'illegal_argument_exception',
      `Default keep alive setting for request [${keepAlive.key}] should be smaller than max keep alive${whose} [${limit.key}], was (${formatTimeMs(usual)} > ${formatTimeMs(most)})`,
    );
  }
}
