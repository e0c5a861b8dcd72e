/** The machine, and the disk of the data path. */
import type { Section } from '../contract.js';
import { byLabel, gauge } from '../families.js';

const LOADS = ['1m', '5m', '15m'] as const;

export const machineSection: Section = ({ report: { sample } }) => [
  gauge(
    ['machine_load', 'Load average of the machine over the last 1, 5 or 15 minutes.'],
    byLabel('window', LOADS.entries(), ([at, window]) => [
      window,
      sample.machine.loadAverage[at] ?? 0,
    ]),
  ),
  gauge(
    ['machine_memory_bytes', 'Size of the memory of the machine, in bytes.'],
    sample.machine.memoryTotalBytes,
  ),
  gauge(
    [
      'machine_memory_free_bytes',
      'Size of the memory of the machine that is not in use, in bytes.',
    ],
    sample.machine.memoryFreeBytes,
  ),
  gauge(
    ['disk_bytes', 'Size of the disk that has the data of the node, in bytes.'],
    sample.disk.totalBytes,
  ),
  gauge(
    [
      'disk_available_bytes',
      'Free space on the disk of the data that this process may use, in bytes.',
    ],
    sample.disk.availableBytes,
  ),
];
