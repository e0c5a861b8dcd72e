/** Circuit breakers and caches. */
import type { LocalShard, Section } from '../contract.js';
import { byLabel, counter, gauge } from '../families.js';

const sum = (shards: readonly LocalShard[], read: (stats: LocalShard['stats']) => number): number =>
  shards.reduce((total, { stats }) => total + read(stats), 0);

export const memorySection: Section = ({ report: { breakers, fileCache }, shards }) => [
  gauge(
    ['breaker_estimated_bytes', 'Memory that a circuit breaker counts.'],
    byLabel('breaker', breakers, ({ name, estimatedBytes }) => [name, estimatedBytes]),
  ),
  gauge(
    ['breaker_limit_bytes', 'Memory at which a circuit breaker refuses.'],
    byLabel('breaker', breakers, ({ name, limitBytes }) => [name, limitBytes]),
  ),
  counter(
    ['breaker_tripped_total', 'Refusals of a circuit breaker.'],
    byLabel('breaker', breakers, ({ name, tripped }) => [name, tripped]),
  ),
  gauge(
    ['cache_bytes', 'Memory of a cache; of `file`, disk.'],
    [
      {
        labels: { cache: 'request' },
        value: sum(shards, (stats) => stats.requestCache.memoryBytes),
      },
      { labels: { cache: 'fielddata' }, value: sum(shards, fielddataBytes) },
      { labels: { cache: 'file' }, value: fileCache.usedBytes },
    ],
  ),
  counter(
    ['cache_hits_total', 'What was found in a cache.'],
    [
      { labels: { cache: 'request' }, value: sum(shards, (stats) => stats.requestCache.hits) },
      { labels: { cache: 'file' }, value: fileCache.hits },
    ],
  ),
  counter(
    ['cache_misses_total', 'What was looked for in a cache and not found.'],
    [
      { labels: { cache: 'request' }, value: sum(shards, (stats) => stats.requestCache.misses) },
      { labels: { cache: 'file' }, value: fileCache.misses },
    ],
  ),
];

const fielddataBytes = ({ fielddata }: LocalShard['stats']): number =>
  fielddata.reduce((total, { bytes }) => total + bytes, 0);
