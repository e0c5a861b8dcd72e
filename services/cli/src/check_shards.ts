/** Finds the shards below a folder, and the problems of each. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatByteSize } from '@skein/base';
import { checkTranslog, type TranslogCheck } from '@skein/engine';
import { FsDirectory, hasRemoteFiles } from '@skein/platform';
import { checkIndex, type IndexCheck } from '@skein/search_library';

const COMMIT_FILE = /^segments_[0-9a-z]+$/;

export interface ShardCheck {
  readonly path: string;
  readonly index: IndexCheck;
  /** Absent when the folder has index files but no translog. */
  readonly translog: TranslogCheck | undefined;
}

/**
 * The folders of index files, or their parents where a translog lies beside them. A shard that is
 * searched in its repository is left out, as its files are there.
 */
export function shardFolders(dir: string): string[] {
  if (hasRemoteFiles(dir)) return [];
  const entries = readdirSync(dir, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && COMMIT_FILE.test(entry.name))) return [dir];
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (names.includes('index') && names.includes('translog')) return [dir];
  return names.sort().flatMap((name) => shardFolders(join(dir, name)));
}

export function checkShard(path: string): ShardCheck {
  const isShard = existsSync(join(path, 'translog'));
  const index = checkIndex(new FsDirectory(isShard ? join(path, 'index') : path));
  if (!isShard || index.generation === 0) return { path, index, translog: undefined };
  const log = new FsDirectory(join(path, 'translog'));
  return { path, index, translog: checkTranslog(log, index.userData) };
}

export function problemsOf({ index, translog }: ShardCheck): string[] {
  const found = index.problems.map(({ segment, problem }) =>
    segment === undefined ? problem : `segment [${segment}]: ${problem}`,
  );
  if (index.generation === 0 && found.length === 0) found.push('there is no commit');
  return [...found, ...(translog?.problems ?? []).map((problem) => `translog: ${problem}`)];
}

export function showJson(shard: ShardCheck): string {
  const { path, index, translog } = shard;
  const { generation, docCount, segments } = index;
  const problems = problemsOf(shard);
  return JSON.stringify({ path, generation, docCount, segments, translog, problems });
}

export function showText(shard: ShardCheck): string {
  const { path, index, translog } = shard;
  const lines = [`${path}: commit ${index.generation}, ${index.docCount} documents`];
  for (const { name, docCount, deletedCount, partBytes } of index.segments) {
    const parts = Object.entries(partBytes).sort((a, b) => b[1] - a[1]);
    const total = formatByteSize(parts.reduce((sum, [, bytes]) => sum + bytes, 0));
    const sizes = parts.map(([part, bytes]) => `${part} ${formatByteSize(bytes)}`).join(', ');
    lines.push(`  ${name}: ${docCount} documents, ${deletedCount} deleted, ${total} (${sizes})`);
  }
  if (translog !== undefined) {
    const { generations, operations, tornBytes } = translog;
    const torn =
      tornBytes === 0 ? '' : `, ${tornBytes} torn bytes at the end, from an interrupted sync`;
    lines.push(`  translog: ${generations} generations, ${operations} operations${torn}`);
  }
  const problems = problemsOf(shard);
  if (problems.length === 0) return [...lines, '  intact'].join('\n');
  return [...lines, ...problems.map((problem) => `  DAMAGED: ${problem}`)].join('\n');
}
