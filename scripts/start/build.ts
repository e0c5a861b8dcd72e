/**
 * Builds when a source is newer than the last build. Comparing times is much faster than running
 * the compiler.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freshBundle } from '../../services/cli/src/fresh_bundle.ts';
import { isConsoleBuilt } from '../build/console.ts';

export function ensureBuilt(root: string): void {
  if (isBuilt(root)) return;
  console.log('Building …');
  const script = join(root, 'scripts/build.ts');
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the build failed');
}

function isBuilt(root: string): boolean {
  const areCompiled = ['shared', 'services'].every((room) =>
    readdirSync(join(root, room)).every((name) => isFresh(join(root, room, name))),
  );
  return areCompiled && isConsoleBuilt() && freshBundle() !== undefined;
}

function isFresh(folder: string): boolean {
  if (!existsSync(join(folder, 'src'))) return true;
  const stamp = join(folder, 'dist/.tsbuildinfo');
  return existsSync(stamp) && newest(join(folder, 'src')) <= statSync(stamp).mtimeMs;
}

function newest(path: string): number {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs),
      0,
    );
}
