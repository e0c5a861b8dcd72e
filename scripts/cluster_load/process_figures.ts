/** What a process has used, from /proc: Linux only. */
import { readFileSync } from 'node:fs';

/** A clock tick, `sysconf(_SC_CLK_TCK)`: 100 a second on every Linux that Node.js runs on. */
const TICK_MS = 10;

/** User and system time of all its threads. */
export function processCpuMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

export function processResidentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}
