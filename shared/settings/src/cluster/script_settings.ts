/** Settings of scripts: the allowed types and contexts, and the limit of compilations. */
import { parseTimeMs } from '@skein/base';
import { ApiError } from '@skein/errors';
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
    throw illegal(
      `parameter must contain a positive integer and a timevalue, i.e. 10/1m, but was [${text}]`,
    );
  }
  if (!/^\d+$/.test(count)) {
    throw illegal(`could not parse [${count}] as integer in value [${text}]`);
  }
  const windowMs = parseTimeMs(window);
  if (windowMs === undefined) {
    throw illegal(
      `failed to parse setting [${key}] with value [${window}] as a time value: unit is missing or unrecognized`,
    );
  }
  if (windowMs <= 0) throw illegal(`time value must be positive in value [${text}]`);
  if (windowMs < MIN_WINDOW_MS) {
    throw illegal(`time value [${window}] must be at least on a one minute resolution`);
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
    throw illegal(`unknown setting [${key}]`);
  }
  check(text, key);
}

function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}

export const SCRIPT = {
  maxCompilationsRate: textSetting(
    [
      'script.max_compilations_rate',
      'dynamic',
      'script compilations in a time, as 75/5m; use-context: each context has its own limit',
    ],
    USE_CONTEXT,
    checkRate,
  ),
  cacheMaxSize: intSetting(
    [
      'script.cache.max_size',
      'static',
      'compiled scripts kept, when one limit is for all contexts',
    ],
    '100',
    { min: 0 },
  ),
  cacheExpire: timeSetting(
    ['script.cache.expire', 'static', 'compiled scripts unused this long are forgotten; 0: never'],
    '0ms',
    '0ms',
  ),
  context: textSetting(
    [
      'script.context.*',
      'dynamic',
      'of one context: max_compilations_rate, cache_max_size, cache_expire',
    ],
    undefined,
    checkContextSetting,
  ),
  maxSizeInBytes: intSetting(['script.max_size_in_bytes', 'dynamic', 'longest script'], '65535', {
    min: 0,
  }),
  allowedTypes: listSetting([
    'script.allowed_types',
    'static',
    'inline, stored, both, or none; both when not given',
  ]),
  allowedContexts: listSetting([
    'script.allowed_contexts',
    'static',
    'contexts scripts may run in, or none; all when not given',
  ]),
  regexEnabled: choiceSetting(
    ['script.painless.regex.enabled', 'static', 'whether scripts may have regex literals'],
    'limited',
    ['true', 'false', 'limited', 'use-factor'],
  ),
  regexLimitFactor: intSetting(
    [
      'script.painless.regex.limit-factor',
      'static',
      'hint: regexes run in time linear in the text whatever the pattern',
    ],
    '6',
    { min: 1 },
  ),
};
