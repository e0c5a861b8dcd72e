/** Pools of worker threads. */
import type { Section } from '../contract.js';
import { byLabel, counter, gauge } from '../families.js';

export const threadSection: Section = ({ report: { threadPools } }) => [
  gauge(
    ['thread_pool_threads', 'Threads that there are.'],
    byLabel('pool', threadPools, ({ name, threads }) => [name, threads]),
  ),
  gauge(
    ['thread_pool_active', 'Threads at work.'],
    byLabel('pool', threadPools, ({ name, active }) => [name, active]),
  ),
  gauge(
    ['thread_pool_queue', 'Calls that wait for a thread.'],
    byLabel('pool', threadPools, ({ name, queue }) => [name, queue]),
  ),
  counter(
    ['thread_pool_rejected_total', 'Calls that were refused because too many waited.'],
    byLabel('pool', threadPools, ({ name, rejected }) => [name, rejected]),
  ),
  counter(
    ['thread_pool_completed_total', 'Calls that were carried out.'],
    byLabel('pool', threadPools, ({ name, completed }) => [name, completed]),
  ),
];
