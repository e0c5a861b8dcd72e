/**
 * Sources of seed addresses: the system resolver, and a file maintained by an operator or a script.
 */
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '@skein/base';
import type { SeedPorts } from '../discovery/mod.js';

const FILE = 'unicast_hosts.txt';

/** `folder` contains the seed file. */
export function seedPorts(folder: string): SeedPorts {
  return {
    lookup: async (host) => {
      const found = await lookup(host, { all: true });
      return found.map(({ address }) => address);
    },
    readSeedFile: async () => {
      try {
        const text = await readFile(join(folder, FILE), 'utf8');
        return text
          .split('\n')
          .map((line) => line.replace(/#.*/, '').trim())
          .filter((line) => line !== '');
      } catch (failure) {
        if (systemCodeOf(failure) === 'ENOENT') return [];
        throw failure;
      }
    },
  };
}
