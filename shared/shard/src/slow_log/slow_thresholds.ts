/** The thresholds of a slow log: one per level; the most severe level that is exceeded counts. */
import {
  readSetting,
  type Setting,
  type Settings,
  SLOW_LEVELS,
  type SlowLevel,
  type SlowThresholdSettings,
} from '@skein/settings';

/**
 * Levels to be written with their thresholds in milliseconds, the most severe first; empty: nothing
 * is logged.
 */
export type SlowThresholds = readonly { readonly level: SlowLevel; readonly overMs: number }[];

/** The thresholds; no level below `lowest` is written. */
export function slowThresholds(
  settings: Settings,
  thresholds: SlowThresholdSettings,
  lowest: Setting<Uppercase<SlowLevel>>,
): SlowThresholds {
  const last = SLOW_LEVELS.findIndex(
    (level) => level.toUpperCase() === readSetting(settings, lowest),
  );
  return SLOW_LEVELS.slice(0, last + 1)
    .map((level) => ({ level, overMs: readSetting(settings, thresholds[level]) }))
    .filter(({ overMs }) => overMs >= 0);
}

/** The level to log at; `undefined`: fast enough. */
export function slowLevel(thresholds: SlowThresholds, tookMs: number): SlowLevel | undefined {
  for (const { level, overMs } of thresholds) if (tookMs > overMs) return level;
  return undefined;
}
