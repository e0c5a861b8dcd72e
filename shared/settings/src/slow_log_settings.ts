/**
 * Settings of slow logs: a threshold per level, the lowest level that is logged, and how much of a
 * document is shown.
 */
import type { Setting } from './setting.js';
import {
  booleanSetting,
  choiceSetting,
  type Head,
  textSetting,
  timeSetting,
} from './setting_types.js';

/** Levels, most severe first. */
export const SLOW_LEVELS = ['warn', 'info', 'debug', 'trace'] as const;

export type SlowLevel = (typeof SLOW_LEVELS)[number];

export type SlowThresholdSettings = Readonly<Record<SlowLevel, Setting<number>>>;

/** The settings `<prefix>.warn` and so on. */
export function slowThresholds(prefix: string, what: string): SlowThresholdSettings {
  const threshold = (level: SlowLevel): Setting<number> =>
    timeSetting(
      [
        `${prefix}.${level}`,
        'dynamic',
        `duration above which ${what} are logged at level ${level}; -1: never`,
      ],
      '-1',
      '-1',
    );
  return {
    warn: threshold('warn'),
    info: threshold('info'),
    debug: threshold('debug'),
    trace: threshold('trace'),
  };
}

export function slowLevelSetting(key: string): Setting<Uppercase<SlowLevel>> {
  return choiceSetting([key, 'dynamic', 'lowest level of the slow log that is written'], 'TRACE', [
    'WARN',
    'INFO',
    'DEBUG',
    'TRACE',
  ]);
}

/** A number of characters; `true`: all, `false`: none. */
export function charactersSetting(head: Head, fallback: string): Setting<number> {
  const text = textSetting(head, fallback);
  const truth = booleanSetting(head, 'true');
  const parse = (value: string, key: string): number => {
    if (/^[+-]?\d+$/.test(value)) return Math.max(0, Number(value));
    return value === '' || truth.parse(value, key) ? Number.POSITIVE_INFINITY : 0;
  };
  return { ...text, absent: 0, parse };
}
