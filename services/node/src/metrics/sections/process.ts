/** The process, its memory and its event loop. */
import type { Section } from '../contract.js';
import { byLabel, counter, gauge, seconds } from '../families.js';

export const processSection: Section = ({ report: { sample } }) => [
  counter(
    ['process_cpu_seconds_total', 'CPU time of all threads of the process.'],
    seconds(sample.cpuTotalMs),
  ),
  gauge(['process_resident_bytes', 'Memory of the process that is in RAM.'], sample.residentBytes),
  gauge(['process_uptime_seconds', 'Time since the process started.'], seconds(sample.uptimeMs)),
  gauge(['process_open_files', 'File descriptors that are open.'], sample.openFileDescriptors),
  gauge(['process_max_files', 'File descriptors that may be open.'], sample.maxFileDescriptors),
  gauge(
    ['process_threads', 'Threads of the process, -1 where the system does not tell.'],
    sample.threadCount,
  ),
  gauge(
    ['heap_used_bytes', 'Heap of the main thread that is in use, garbage included.'],
    sample.heap.usedBytes,
  ),
  gauge(
    ['heap_max_bytes', 'Most that the heap of the main thread may grow to.'],
    sample.heap.maxBytes,
  ),
  counter(
    ['gc_collections_total', 'Garbage collections of the main thread by generation.'],
    byLabel('generation', Object.entries(sample.collectors), ([name, { count }]) => [name, count]),
  ),
  counter(
    ['gc_seconds_total', 'Time of garbage collections of the main thread by generation.'],
    byLabel('generation', Object.entries(sample.collectors), ([name, { timeMs }]) => [
      name,
      seconds(timeMs),
    ]),
  ),
  gauge(
    [
      'event_loop_delay_seconds',
      'How much later than asked for the event loop of the main thread ran a timer, since the process started.',
    ],
    byLabel('statistic', ['mean', 'p50', 'p99', 'max'] as const, (name) => [
      name,
      seconds(sample.loopDelays[name]),
    ]),
  ),
];
