/** Reads the CPU and memory that a process has used from /proc: Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick, `sysconf(_SC_CLK_TCK)`: 100 a second on every Linux that Node.js runs on. */
const TICK_MS = 10;

/** User and system time of all threads of the process, in milliseconds. */
export function processCpuMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/**
 * CPU milliseconds of the threads that exist now, to the nanosecond: for differences over periods
 * in which no thread ends.
 */
export function threadCpuMs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  let nanos = 0;
  for (const thread of readdirSync(folder)) {
    const [ran = '0'] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
    nanos += Number(ran);
  }
  return nanos / 1e6;
}

export function processResidentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}
