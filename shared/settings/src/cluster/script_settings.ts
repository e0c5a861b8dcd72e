/** Settings of scripts: the allowed types and contexts, and the limit of compilations. */
import { illegalArgument, readTimeMs } from '@skein/errors';
import {
  choiceSetting,
  intSetting,
  listSetting,
  textSetting,
  timeSetting,
} from '../setting_types.js';

const MIN_WINDOW_MS = 60_000;
const UNLIMITED = 'unlimited';
const USE_CONTEXT = 'use-context';

export interface CompilationRate {
  readonly count: number;
  readonly windowMs: number;
  /** The rate as the operator wrote it: `75/5m`. */
  readonly text: string;
}

/** Parses a rate such as `75/5m`; undefined: `unlimited`. */
export function parseCompilationRate(text: string, key: string): CompilationRate | undefined {
  if (text === UNLIMITED) return undefined;
  const [count = '', window = '', ...more] = text.split('/');
  if (!text.includes('/') || more.length > 0) {
    throw illegalArgument(
      `parameter must contain a positive integer and a timevalue, i.e. 10/1m, but was [${text}]`,
    );
  }
  if (!/^\d+$/.test(count)) {
    throw illegalArgument(`could not parse [${count}] as integer in value [${text}]`);
  }
  const windowMs = readTimeMs(key, window);
  if (windowMs <= 0) throw illegalArgument(`time value must be positive in value [${text}]`);
  if (windowMs < MIN_WINDOW_MS) {
    throw illegalArgument(`time value [${window}] must be at least on a one minute resolution`);
  }
  return { count: Number(count), windowMs, text };
}

function checkRate(text: string, key: string): void {
  if (text !== USE_CONTEXT) parseCompilationRate(text, key);
}

/** Settings of one context: `script.context.<name>.<what>`. */
const CONTEXT_SETTINGS: Readonly<Record<string, (text: string, key: string) => unknown>> = {
  max_compilations_rate: parseCompilationRate,
  cache_max_size: (text, key) =>
    intSetting([key, 'static', ''], undefined, { min: 0 }).parse(text, key),
  cache_expire: (text, key) => timeSetting([key, 'static', ''], undefined, '0ms').parse(text, key),
};

function checkContextSetting(text: string, key: string): void {
  const [name = ''] = key.split('.').slice(-1);
  const check = Object.hasOwn(CONTEXT_SETTINGS, name) ? CONTEXT_SETTINGS[name] : undefined;
  if (check === undefined || key.split('.').length !== 4) {
    throw illegalArgument(`unknown setting [${key}]`);
  }
  check(text, key);
}

export const SCRIPT = {
  maxCompilationsRate: textSetting(
    [
      'script.max_compilations_rate',
      'dynamic',
      'largest number of script compilations in a time, such as 75/5m; use-context: each context has its own limit',
    ],
    USE_CONTEXT,
    checkRate,
  ),
  cacheMaxSize: intSetting(
    [
      'script.cache.max_size',
      'static',
      'number of compiled scripts in the cache, if all contexts share one',
    ],
    '100',
    { min: 0 },
  ),
  cacheExpire: timeSetting(
    [
      'script.cache.expire',
      'static',
      'time without use after which a compiled script is removed from the cache; 0: never',
    ],
    '0ms',
    '0ms',
  ),
  context: textSetting(
    [
      'script.context.*',
      'dynamic',
      'limits of one context: max_compilations_rate, cache_max_size, cache_expire',
    ],
    undefined,
    checkContextSetting,
  ),
  maxSizeInBytes: intSetting(
    ['script.max_size_in_bytes', 'dynamic', 'longest script, in bytes'],
    '65535',
    {
      min: 0,
    },
  ),
  allowedTypes: listSetting([
    'script.allowed_types',
    'static',
    'types of scripts that may run: inline, stored, both, or none; both when absent',
  ]),
  allowedContexts: listSetting([
    'script.allowed_contexts',
    'static',
    'contexts in which scripts may run, or none; all contexts when absent',
  ]),
  regexEnabled: choiceSetting(
    [
      'script.painless.regex.enabled',
      'static',
      'use of regex literals in scripts: false forbids them',
    ],
    'limited',
    ['true', 'false', 'limited', 'use-factor'],
  ),
  regexLimitFactor: intSetting(
    [
      'script.painless.regex.limit-factor',
      'static',
      'hint: a regex runs in time linear in the length of the text',
    ],
    '6',
    { min: 1 },
  ),
};
