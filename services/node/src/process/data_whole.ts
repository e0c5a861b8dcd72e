/**
 * Checks that the parts of a data directory are all present. A node that lost its cluster state
 * would start green and empty beside its shards; one that lost its id would be unknown to its
 * cluster and wait for a master forever.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Turns } from '@skein/base';
import { ApiError } from '@skein/errors';
import { JournalFolder } from '@skein/platform';
import type { NodeConfig } from '../config/node_config.js';
import { lastNodes } from '../coordination_host/mod.js';

/** Limit of indices and nodes listed in an error. */
const MOST_NAMED = 10;

/** Rejects with corrupt_state_exception, which says what is missing and what to do. */
export async function checkDataWhole(
  { dataPath, nodeName }: Pick<NodeConfig, 'dataPath' | 'nodeName'>,
  turns: Turns,
): Promise<void> {
  const has = (...names: string[]) => existsSync(join(dataPath, ...names));
  const indices = has('indices') ? readdirSync(join(dataPath, 'indices')) : [];
  const folder = join(dataPath, 'coordination');
  const journal = new JournalFolder(folder);
  const hasState = (await journal.names()).length > 0;
  if (indices.length > 0 && !hasState) throw stateMissing(dataPath, indices);
  if (has('node_id') || !hasState) return;
  const nodes = (await lastNodes(journal, turns)).map(({ id, name }) => ({ id, name }));
  throw idMissing(dataPath, nodes, nodeName);
}

function stateMissing(path: string, indices: readonly string[]): ApiError {
  return refused(
    `data path [${path}] has shards of indices [${named(indices)}] and no cluster state: folder [coordination] is missing or empty. Put back the one that belongs to them. If it is lost, move [${join(path, 'indices')}] away: the node starts without them, and copies on other nodes are recovered from there; [skein check-index] reads what was moved`,
  );
}

function idMissing(
  path: string,
  nodes: readonly { readonly id: string; readonly name: string }[],
  ownName: string,
): ApiError {
  const own = nodes.find(({ name }) => name === ownName);
  const known = named(nodes.map(({ id, name }) => `${name} is ${id}`));
  return refused(
    `data path [${path}] has the cluster state of a node and no file [node_id], by which its cluster knows it. Put it back, or write it with [skein node-id ${path} -- ${own?.id ?? 'ID'}]; in the last cluster state [${known}]`,
  );
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${shown}, … (${names.length})` : shown;
}

function refused(reason: string): ApiError {
  return new ApiError('corrupt_state_exception', reason);
}
