/** The processor time of the calling thread. */
import { threadCpuUsage } from 'node:process';
import type { CpuClock } from '@skein/base';

export const threadCpuClock: CpuClock = {
  cpuMs: () => {
    const { user, system } = threadCpuUsage();
    return (user + system) / 1_000;
  },
};
