/** Circuit breakers and caches. */
import type { LocalShard, Section } from '../contract.js';
import { byLabel, counter, gauge } from '../families.js';

const sum = (shards: readonly LocalShard[], read: (stats: LocalShard['stats']) => number): number =>
  shards.reduce((total, { stats }) => total + read(stats), 0);

export const memorySection: Section = ({ report: { breakers, fileCache }, shards }) => [
  gauge(
    ['breaker_estimated_bytes', 'Memory that the circuit breaker counts as used, in bytes.'],
    byLabel('breaker', breakers, ({ name, estimatedBytes }) => [name, estimatedBytes]),
  ),
  gauge(
    [
      'breaker_limit_bytes',
      'Limit of the circuit breaker, in bytes; it refuses work that would exceed the limit.',
    ],
    byLabel('breaker', breakers, ({ name, limitBytes }) => [name, limitBytes]),
  ),
  counter(
    ['breaker_tripped_total', 'Number of times that the circuit breaker has refused work.'],
    byLabel('breaker', breakers, ({ name, tripped }) => [name, tripped]),
  ),
  gauge(
    [
      'cache_bytes',
      'Size of the cache, in bytes: on disk for the cache `file`, in memory for the others.',
    ],
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
    ['cache_hits_total', 'Number of look-ups that the cache answered.'],
    [
      { labels: { cache: 'request' }, value: sum(shards, (stats) => stats.requestCache.hits) },
      { labels: { cache: 'file' }, value: fileCache.hits },
    ],
  ),
  counter(
    ['cache_misses_total', 'Number of look-ups that the cache could not answer.'],
    [
      { labels: { cache: 'request' }, value: sum(shards, (stats) => stats.requestCache.misses) },
      { labels: { cache: 'file' }, value: fileCache.misses },
    ],
  ),
];

const fielddataBytes = ({ fielddata }: LocalShard['stats']): number =>
  fielddata.reduce((total, { bytes }) => total + bytes, 0);
