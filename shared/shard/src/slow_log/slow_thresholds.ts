/** When something took long enough to be logged, and as what: a threshold a level, the gravest that is passed counts. */
import {
  readSetting,
  type Setting,
  type Settings,
  SLOW_LEVELS,
  type SlowLevel,
  type SlowThresholdSettings,
} from '@skein/settings';

/** Levels that are written with their thresholds in milliseconds, the gravest first; empty: nothing is logged. */
export type SlowThresholds = readonly { readonly level: SlowLevel; readonly overMs: number }[];

/** `lowest`: no level below it is written. */
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

/** `undefined`: fast enough. */
export function slowLevel(thresholds: SlowThresholds, tookMs: number): SlowLevel | undefined {
  for (const { level, overMs } of thresholds) if (tookMs > overMs) return level;
  return undefined;
}
