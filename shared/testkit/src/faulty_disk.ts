/**
 * A disk that fails on demand, for one process: the process is started with `launch`, and meets the
 * fault from the moment it is switched on. It replaces faults that are not available everywhere: a
 * full file system of its own, a device that fails.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Launch } from './service_process.js';

type Fault = 'full' | 'no_sync';

export interface FaultyDiskOptions {
  /** The root folder of the built project. */
  readonly root: string;
  /** The folder of the switches; created when it does not exist. */
  readonly folder: string;
  /** The prefix of the paths to which the faults apply. */
  readonly files: string;
}

export class FaultyDisk {
  readonly launch: Launch;
  readonly #options: FaultyDiskOptions;

  constructor(options: FaultyDiskOptions) {
    const { root, folder } = options;
    this.#options = options;
    mkdirSync(folder, { recursive: true });
    const preload = join(root, 'shared/testkit/dist/faulty_disk_preload.js');
    this.launch = { nodeFlags: ['--import', preload], env: { FAULTY_DISK_SWITCHES: folder } };
  }

  /** Makes the disk full: it takes no further byte. */
  fill(): void {
    this.#switchOn('full');
  }

  /** Makes fsync fail: written data may still be in the memory of the machine. */
  failSyncs(): void {
    this.#switchOn('no_sync');
  }

  mend(): void {
    for (const fault of ['full', 'no_sync'] as const) rmSync(this.#switch(fault), { force: true });
  }

  /** Switches the fault on atomically: a reader sees the whole switch or none. */
  #switchOn(fault: Fault): void {
    const file = this.#switch(fault);
    writeFileSync(`${file}.new`, this.#options.files);
    renameSync(`${file}.new`, file);
  }

  #switch(fault: Fault): string {
    return join(this.#options.folder, fault);
  }
}
