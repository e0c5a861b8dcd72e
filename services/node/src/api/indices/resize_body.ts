/**
 * The body of shrink, split and clone: settings and aliases of the new index, and the maximum size
 * of a shard.
 */

import type { AliasDefinition, ResizeKind } from '@skein/cluster';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { flattenSettingsUpdate, type SettingsUpdate, withPrefix } from '@skein/settings';
import { refuse } from '../document/validate_write.js';
import type { LocatedBody } from '../search/search_body.js';
import { readAliases } from './aliases/read_alias.js';
import { byteSizeOption } from './byte_size_option.js';

const PARSER = 'resize_request';
const SHARDS = 'index.number_of_shards';

export interface ResizeBody {
  /** Flat, with the `index.` prefix. */
  readonly settings: SettingsUpdate;
  readonly aliases: readonly AliasDefinition[];
  readonly maxShardBytes: number | undefined;
}

/** Throws x_content_parse_exception. */
export function readResizeBody({ json, locate }: LocatedBody): ResizeBody {
  const place = (at: JsonValue | undefined): string => {
    const location = locate(at);
    return location ? `[${location.line}:${location.column}] ` : '';
  };
  let settings: SettingsUpdate = new Map();
  let aliases: readonly AliasDefinition[] = [];
  let maxShardBytes: number | undefined;
  for (const [key, value] of Object.entries(json ?? {})) {
    const at = () => `${place(value)}[${PARSER}] `;
    switch (key) {
      case 'settings':
        settings = withPrefix(flattenSettingsUpdate(objectOf(key, value, at)), 'index.');
        break;
      case 'aliases':
        aliases = readAliases(objectOf(key, value, at));
        break;
      case 'max_shard_size':
        maxShardBytes = bytesOf(key, value, at);
        break;
      default:
        throw malformed(`${place(json)}[${PARSER}] unknown field [${key}]`);
    }
  }
  return { settings, aliases, maxShardBytes };
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
  if (settings.has(SHARDS)) {
    problems.push('Cannot set max_shard_size and index.number_of_shards at the same time!');
  }
  if (bytes <= 0) problems.push('max_shard_size must be greater than 0');
  return problems;
}

function objectOf(key: string, value: JsonValue | undefined, at: () => string): JsonObject {
  if (isJsonObject(value)) return value;
  throw wrongType(key, value, at);
}

/** The names of OpenSearch's parser for the first token of a value. */
function tokenOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'VALUE_NULL';
  if (isJsonArray(value)) return 'START_ARRAY';
  if (isJsonObject(value)) return 'START_OBJECT';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}

function bytesOf(key: string, value: JsonValue | undefined, at: () => string): number {
  if (typeof value !== 'string') throw wrongType(key, value, at);
  try {
    return byteSizeOption(key, value);
  } catch (thrown) {
    const cause = asApiError(thrown);
    const reason = `${at()}failed to parse field [${key}]`;
    throw new ApiError('x_content_parse_exception', reason, { cause });
  }
}

function wrongType(key: string, value: JsonValue | undefined, at: () => string): ApiError {
  return malformed(`${at()}${key} doesn't support values of type: ${tokenOf(value)}`);
}

function malformed(reason: string): ApiError {
  return new ApiError('x_content_parse_exception', reason);
}
