/** The single index that a document operation addresses, and the routing that its alias adds. */
import { resolveDateMathName } from '@skein/dates';
import { ApiError } from '@skein/errors';
import type { ClusterState } from '../state/cluster_state.js';
import { type IndexMetadata, indexNotFound } from '../state/index_metadata.js';
import { indexLookup, type NamedTarget } from './index_lookup.js';
import { indexClosed } from './resolve_indices.js';

export interface SingleTarget {
  readonly index: IndexMetadata;
  readonly routing: string | undefined;
}

export interface SingleTargetRequest {
  readonly name: string;
  readonly routing: string | undefined;
  readonly nowMs: number;
}

/** The name with date math resolved: the name under which an index would be created. */
export function concreteName(name: string, nowMs: number): string {
  return name.startsWith('<') && name.endsWith('>') ? resolveDateMathName(name, nowMs) : name;
}

/**
 * The target of a write: the index itself, or the alias's write index; `undefined` when nothing has
 * that name.
 */
export function findWriteTarget(
  state: ClusterState,
  request: SingleTargetRequest,
): SingleTarget | undefined {
  const target = indexLookup(state).get(concreteName(request.name, request.nowMs));
  if (!target) return undefined;
  const index = target.kind === 'index' ? target.indices[0] : writeIndexOf(target);
  return openTarget(target, index, request);
}

/** The target of a get: the index itself, or the alias's only index. */
export function requireReadTarget(state: ClusterState, request: SingleTargetRequest): SingleTarget {
  const name = concreteName(request.name, request.nowMs);
  const target = indexLookup(state).get(name);
  const index = target?.indices[0];
  if (!target || !index) throw indexNotFound(name, 'index_expression');
  if (target.kind === 'data_stream') throw streamNotReadable(name);
  if (target.indices.length > 1) {
    const names = target.indices.map((member) => member.name).join(', ');
    throw new ApiError(
      'illegal_argument_exception',
      `alias [${name}] has more than one index associated with it [${names}], can't execute a single index op`,
    );
  }
  return openTarget(target, index, request);
}

/**
 * The error for reading from a data stream by its name: documents must be read from their backing
 * index.
 */
function streamNotReadable(name: string): ApiError {
  return new ApiError('index_not_found_exception', 'no such index [null]', {
    metadata: {
      'resource.id': name,
      'resource.type': 'index_expression',
      excluded_ds: 'true',
    },
  });
}

function openTarget(
  target: NamedTarget,
  index: IndexMetadata,
  request: SingleTargetRequest,
): SingleTarget {
  if (index.state === 'close') throw indexClosed(index);
  return { index, routing: aliasRouting(target, index, request.routing) };
}

/**
 * The member marked as write index, or else the only member; `undefined`: there is none, or writing
 * is forbidden.
 */
export function writeMemberOf({ kind, name, indices }: NamedTarget): IndexMetadata | undefined {
  if (kind === 'data_stream') return indices.at(-1);
  const explicit = indices.find((index) => index.aliases.get(name)?.isWriteIndex === true);
  if (explicit) return explicit;
  const [only, ...more] = indices;
  return more.length === 0 && only?.aliases.get(name)?.isWriteIndex !== false ? only : undefined;
}

function writeIndexOf(alias: NamedTarget): IndexMetadata {
  const found = writeMemberOf(alias);
  if (found) return found;
  throw new ApiError(
    'illegal_argument_exception',
    `no write index is defined for alias [${alias.name}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
  );
}

function aliasRouting(
  target: NamedTarget,
  index: IndexMetadata,
  routing: string | undefined,
): string | undefined {
  if (target.kind !== 'alias') return routing;
  const own = index.aliases.get(target.name)?.indexRouting;
  if (own === undefined) return routing;
  if (own.includes(',')) {
    throw new ApiError(
      'illegal_argument_exception',
      `index/alias [${target.name}] provided with routing value [${own}] that resolved to several routing values, rejecting operation`,
    );
  }
  if (routing !== undefined && routing !== own) {
    throw new ApiError(
      'illegal_argument_exception',
      `Alias [${target.name}] has index routing associated with it [${own}], and was provided with routing value [${routing}], rejecting operation`,
    );
  }
  return own;
}
