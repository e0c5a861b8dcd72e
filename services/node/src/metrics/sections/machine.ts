/** The machine, and the disk of the data path. */
import type { Section } from '../contract.js';
import { byLabel, gauge } from '../families.js';

const LOADS = ['1m', '5m', '15m'] as const;

export const machineSection: Section = ({ report: { sample } }) => [
  gauge(
    ['machine_load', 'Load average of the machine.'],
    byLabel('window', LOADS.entries(), ([at, window]) => [
      window,
      sample.machine.loadAverage[at] ?? 0,
    ]),
  ),
  gauge(['machine_memory_bytes', 'Memory of the machine.'], sample.machine.memoryTotalBytes),
  gauge(
    ['machine_memory_free_bytes', 'Memory of the machine that nobody uses.'],
    sample.machine.memoryFreeBytes,
  ),
  gauge(['disk_bytes', 'Size of the disk that has the data.'], sample.disk.totalBytes),
  gauge(
    ['disk_available_bytes', 'Room on the disk of the data that this process may use.'],
    sample.disk.availableBytes,
  ),
];
