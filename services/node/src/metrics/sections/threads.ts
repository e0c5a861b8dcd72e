/** Pools of worker threads. */
import type { Section } from '../contract.js';
import { byLabel, counter, gauge } from '../families.js';

export const threadSection: Section = ({ report: { threadPools } }) => [
  gauge(
    ['thread_pool_threads', 'Number of threads in the pool.'],
    byLabel('pool', threadPools, ({ name, threads }) => [name, threads]),
  ),
  gauge(
    ['thread_pool_active', 'Number of threads in the pool that are working.'],
    byLabel('pool', threadPools, ({ name, active }) => [name, active]),
  ),
  gauge(
    ['thread_pool_queue', 'Number of calls that wait for a thread of the pool.'],
    byLabel('pool', threadPools, ({ name, queue }) => [name, queue]),
  ),
  counter(
    [
      'thread_pool_rejected_total',
      'Number of calls that were refused because too many calls waited for the pool.',
    ],
    byLabel('pool', threadPools, ({ name, rejected }) => [name, rejected]),
  ),
  counter(
    ['thread_pool_completed_total', 'Number of calls that the pool has executed.'],
    byLabel('pool', threadPools, ({ name, completed }) => [name, completed]),
  ),
];
