/**
 * Locates the old version: a folder (a built checkout, or the output of `scripts/ship.ts`), an
 * archive of one, or a git revision of this checkout, which is built.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const COMMAND = 'services/cli/bin/skein.js';

interface OldVersion {
  /** The folder that has `services/cli/bin/skein.js`. */
  readonly root: string;
  /** Removes the files that were made for the old version. */
  readonly end: () => void;
}

export function oldVersion(from: string, checkout: string, work: string): OldVersion {
  const path = resolve(from);
  if (existsSync(path) && statSync(path).isDirectory()) return { root: whole(path), end: () => {} };
  if (existsSync(path)) return { root: whole(unpacked(path, work)), end: () => {} };
  return ofRevision(from, checkout, work);
}

function whole(root: string): string {
  if (existsSync(join(root, COMMAND))) return root;
  throw new Error(`[${root}] has no ${COMMAND}`);
}

function unpacked(archive: string, work: string): string {
  const folder = join(work, 'old');
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  const [inside = ''] = readdirSync(folder);
  return join(folder, inside);
}

function ofRevision(revision: string, checkout: string, work: string): OldVersion {
  const root = join(work, 'worktree');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', checkout, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--detach', root, revision);
  const end = () => void git('worktree', 'remove', '--force', root);
  try {
    const options = { cwd: root, stdio: 'inherit' } as const;
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], options);
    execFileSync('npm', ['run', 'build'], options);
    return { root: whole(root), end };
  } catch (failure) {
    end();
    throw failure;
  }
}
