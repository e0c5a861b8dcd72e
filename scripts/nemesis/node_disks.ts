/**
 * The disks of the nodes of a run. If file systems may be mounted, each disk is a small one in
 * memory that can really be full; otherwise data lies in plain folders.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface NodeDisks {
  readonly canFill: boolean;
  /** Fills the disk to the last byte. */
  fill(node: number): void;
  /** Frees the disk; does nothing when it was not filled. */
  free(node: number): void;
  close(): void;
}

const SIZE = '400m';
const BALLAST = 'ballast';

export function nodeDisks(folder: string, nodes: number): NodeDisks {
  return canMount() ? mounted(folder, nodes) : plainDisks();
}

export function plainDisks(): NodeDisks {
  return { canFill: false, fill: () => {}, free: () => {}, close: () => {} };
}

function canMount(): boolean {
  const probe = mkdtempSync(join(tmpdir(), 'skein-mount-'));
  try {
    mount(probe);
    run('umount', probe);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(probe);
  }
}

function mount(path: string): void {
  run('mount', '-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', path);
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function mounted(folder: string, nodes: number): NodeDisks {
  const pathOf = (node: number) => join(folder, `n${node}`);
  const all = Array.from({ length: nodes }, (_, node) => node);
  for (const node of all) {
    mkdirSync(pathOf(node), { recursive: true });
    mount(pathOf(node));
  }
  return {
    canFill: true,
    fill: (node) => {
      const path = pathOf(node);
      const { bavail, bsize } = statfsSync(path);
      // The nodes write meanwhile: a write that does not fit writes as much as fits.
      try {
        writeFileSync(join(path, BALLAST), Buffer.alloc(bavail * bsize));
      } catch (failure) {
        const isFull = failure instanceof Error && 'code' in failure && failure.code === 'ENOSPC';
        if (!isFull) throw failure;
      }
    },
    free: (node) => rmSync(join(pathOf(node), BALLAST), { force: true }),
    close: () => {
      for (const node of all) run('umount', pathOf(node));
    },
  };
}
