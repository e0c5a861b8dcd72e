/** The process, its memory and its event loop. */
import { memoryOwners } from '../../node_operations/mod.js';
import type { Section } from '../contract.js';
import { byLabel, counter, gauge, seconds } from '../families.js';

export const processSection: Section = ({ report: { sample, memory } }) => [
  counter(
    ['process_cpu_seconds_total', 'CPU time of all threads of the process, in seconds.'],
    seconds(sample.cpuTotalMs),
  ),
  gauge(
    ['process_resident_bytes', 'Memory of the process that is in RAM, in bytes.'],
    sample.residentBytes,
  ),
  gauge(
    [
      'process_memory_bytes',
      'Memory of the process that is in RAM, in bytes, by owner; the owners together are the whole.',
    ],
    byLabel('owner', Object.entries(memory ? memoryOwners(sample, memory) : {}), (entry) => entry),
  ),
  gauge(
    ['process_uptime_seconds', 'Time since the process started, in seconds.'],
    seconds(sample.uptimeMs),
  ),
  gauge(
    ['process_open_files', 'Number of file descriptors that the process has open.'],
    sample.openFileDescriptors,
  ),
  gauge(
    ['process_max_files', 'Number of file descriptors that the process may have open at most.'],
    sample.maxFileDescriptors,
  ),
  gauge(
    ['process_threads', 'Number of threads of the process; -1 if the system does not report it.'],
    sample.threadCount,
  ),
  gauge(
    [
      'heap_used_bytes',
      'Size of the heap of the main thread that is in use, garbage included, in bytes.',
    ],
    sample.heap.usedBytes,
  ),
  gauge(
    ['heap_max_bytes', 'Limit of the heap of the main thread, in bytes.'],
    sample.heap.maxBytes,
  ),
  counter(
    ['gc_collections_total', 'Number of garbage collections of the main thread, by generation.'],
    byLabel('generation', Object.entries(sample.collectors), ([name, { count }]) => [name, count]),
  ),
  counter(
    [
      'gc_seconds_total',
      'Time of garbage collections of the main thread, in seconds, by generation.',
    ],
    byLabel('generation', Object.entries(sample.collectors), ([name, { timeMs }]) => [
      name,
      seconds(timeMs),
    ]),
  ),
  gauge(
    [
      'event_loop_delay_seconds',
      'Delay of timers in the event loop of the main thread since the process started, in seconds: a timer runs this much later than planned.',
    ],
    byLabel('statistic', ['mean', 'p50', 'p99', 'max'] as const, (name) => [
      name,
      seconds(sample.loopDelays[name]),
    ]),
  ),
];
