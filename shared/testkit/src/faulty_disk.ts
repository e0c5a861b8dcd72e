/**
 * A disk that fails on demand, for one process: it is started with `launch`, and meets the fault
 * from the moment it is switched on. For what cannot be had everywhere: a file system of its own
 * that is full, a device that fails.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Launch } from './service_process.js';

type Fault = 'full' | 'no_sync';

export interface FaultyDiskOptions {
  /** Of the built project. */
  readonly root: string;
  /** Of the switches; made when it is not there. */
  readonly folder: string;
  /** What the paths of its files begin with. */
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

  /** There is no room for another byte. */
  fill(): void {
    this.#switchOn('full');
  }

  /** What is written may stay in the memory of the machine: an fsync says so. */
  failSyncs(): void {
    this.#switchOn('no_sync');
  }

  mend(): void {
    for (const fault of ['full', 'no_sync'] as const) rmSync(this.#switch(fault), { force: true });
  }

  /** At once: who looks sees all of it or nothing. */
  #switchOn(fault: Fault): void {
    const file = this.#switch(fault);
    writeFileSync(`${file}.new`, this.#options.files);
    renameSync(`${file}.new`, file);
  }

  #switch(fault: Fault): string {
    return join(this.#options.folder, fault);
  }
}
