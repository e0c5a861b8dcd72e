import { randomBytes } from 'node:crypto';
import type { Timers } from '@skein/base';
import { MemoryNetwork } from './memory_network.js';
import { meshContract } from './mesh.contract.js';

const timers: Timers = {
  after: (delayMs, callback) => {
    const timer = delayMs === 0 ? setImmediate(callback) : setTimeout(callback, delayMs).unref();
    return {
      cancel: () => {
        if ('unref' in timer && delayMs > 0) clearTimeout(timer as NodeJS.Timeout);
        else clearImmediate(timer as NodeJS.Immediate);
      },
    };
  },
};
const memory = new MemoryNetwork(timers);
let places = 0;

meshContract({ describe, test, afterEach, expect }, 'memory', {
  timers,
  random: { bytes: (count) => new Uint8Array(randomBytes(count)), next: () => Math.random() },
  makePlace: async (accept) => {
    const address = `place-${places++}`;
    const stop = memory.listen(address, accept);
    return {
      address,
      network: memory.from(address),
      close: async () => {
        stop();
        memory.isolate(address);
      },
    };
  },
});
