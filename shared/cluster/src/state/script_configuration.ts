/**
 * The script settings and stored scripts of the cluster state, as the threads that run scripts
 * receive them.
 */

import { parseTimeMs } from '@skein/base';
import {
  type CacheSettings,
  defaultCache,
  type ScriptConfiguration,
  type ScriptSettings,
} from '@skein/script';
import { CLUSTER, parseCompilationRate, readSetting, type Settings } from '@skein/settings';
import { type ClusterState, clusterSettings } from './cluster_state.js';

const PREFIX = 'script.context.';
const USE_CONTEXT = 'use-context';
const NONE = 'none';

export function scriptConfiguration(state: ClusterState): ScriptConfiguration {
  return { settings: scriptSettings(clusterSettings(state)), stored: state.metadata.storedScripts };
}

function scriptSettings(settings: Settings): ScriptSettings {
  const { script } = CLUSTER;
  return {
    allowedTypes: allowed(readSetting(settings, script.allowedTypes), (types) =>
      types.flatMap((type) => (type === 'both' ? ['inline', 'stored'] : [type])),
    ),
    allowedContexts: allowed(readSetting(settings, script.allowedContexts), (names) => names),
    maxSizeInBytes: readSetting(settings, script.maxSizeInBytes),
    regexes: readSetting(settings, script.regexEnabled) !== 'false',
    general: generalCache(settings),
    contexts: contextCaches(settings),
  };
}

function allowed(
  given: readonly string[],
  expand: (names: readonly string[]) => readonly string[],
): readonly string[] | undefined {
  const names = given.map((name) => name.trim()).filter((name) => name !== '');
  if (names.length === 0) return undefined;
  return expand(names.filter((name) => name !== NONE));
}

function generalCache(settings: Settings): CacheSettings | undefined {
  const { script } = CLUSTER;
  const rate = readSetting(settings, script.maxCompilationsRate);
  if (rate === USE_CONTEXT) return undefined;
  return {
    maxSize: readSetting(settings, script.cacheMaxSize),
    expireMs: readSetting(settings, script.cacheExpire),
    rate: parseCompilationRate(rate, script.maxCompilationsRate.key),
  };
}

/** Cache settings of the contexts that the operator has configured. */
function contextCaches(settings: Settings): ReadonlyMap<string, CacheSettings> {
  const caches = new Map<string, CacheSettings>();
  for (const [key, value] of settings) {
    if (!key.startsWith(PREFIX)) continue;
    const [context = '', what = ''] = key.slice(PREFIX.length).split('.');
    const before = caches.get(context) ?? defaultCache(context);
    caches.set(context, { ...before, ...changed(what, value, key) });
  }
  return caches;
}

function changed(what: string, value: string, key: string): Partial<CacheSettings> {
  if (what === 'cache_max_size') return { maxSize: Number(value) };
  if (what === 'cache_expire') return { expireMs: parseTimeMs(value) ?? 0 };
  return { rate: parseCompilationRate(value, key) };
}
