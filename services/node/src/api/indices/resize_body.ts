/**
 * The body of shrink, split and clone: settings and aliases of the new index, and the maximum size
 * of a shard.
 */

import type { AliasDefinition, ResizeKind } from '@skein/cluster';
import { type FieldReaders, into, readFields } from '@skein/reading';
import { flattenSettingsUpdate, type SettingsUpdate, withPrefix } from '@skein/settings';
import { refuse } from '../document/validate_write.js';
import type { LocatedBody } from '../search/search_body.js';
import { readAliases } from './aliases/read_alias.js';
import { byteSizeOption } from './byte_size_option.js';

const SHARDS = 'index.number_of_shards';

export interface ResizeBody {
  /** Flat, with the `index.` prefix. */
  readonly settings: SettingsUpdate;
  readonly aliases: readonly AliasDefinition[];
  readonly maxShardBytes: number | undefined;
}

type Draft = { -readonly [Name in keyof ResizeBody]: ResizeBody[Name] };

/** Throws x_content_parse_exception. */
export function readResizeBody({ json = {}, locate }: LocatedBody): ResizeBody {
  const body: Draft = { settings: new Map(), aliases: [], maxShardBytes: undefined };
  const readers: FieldReaders = {
    settings: into(body, 'settings', 'object', (settings) =>
      withPrefix(flattenSettingsUpdate(settings), 'index.'),
    ),
    aliases: into(body, 'aliases', 'object', readAliases),
    max_shard_size: into(body, 'maxShardBytes', 'string', (size) =>
      byteSizeOption('max_shard_size', String(size)),
    ),
  };
  readFields(json, readers, { name: 'resize_request', locate });
  return body;
}

/** Throws the faults of a request that do not depend on the cluster state. */
export function checkResizeBody(kind: ResizeKind, target: string, body: ResizeBody): void {
  const { settings, maxShardBytes } = body;
  const problems: string[] = [];
  if ([...settings.keys()].some((key) => key.startsWith('index.sort.'))) {
    problems.push("can't override index sort when resizing an index");
  }
  if (settings.has('index.routing_partition_size')) {
    problems.push('cannot provide a routing partition size value when resizing an index');
  }
  if (kind === 'split' && !settings.has(SHARDS)) {
    problems.push('index.number_of_shards is required for split operations');
  }
  for (const block of ['index.blocks.read_only', 'index.blocks.metadata']) {
    if (settings.get(block) !== 'true') continue;
    problems.push(
      `target index [${target}] will be blocked by [${block}=true], this will disable metadata writes and cause the shards to be unassigned`,
    );
  }
  if (maxShardBytes !== undefined) problems.push(...sizeProblems(kind, body, maxShardBytes));
  refuse(problems);
}

function sizeProblems(kind: ResizeKind, { settings }: ResizeBody, bytes: number): string[] {
  const problems: string[] = [];
  if (kind !== 'shrink') problems.push('Unsupported parameter [max_shard_size]');
  else if (settings.has(SHARDS)) {
    problems.push('Cannot set max_shard_size and index.number_of_shards at the same time!');
  }
  if (bytes <= 0) problems.push('max_shard_size must be greater than 0');
  return problems;
}
