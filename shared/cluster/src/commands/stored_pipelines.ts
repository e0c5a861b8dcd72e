/**
 * The common commands of ingest and search pipelines: both are sources stored by id and removed by
 * id or pattern.
 */
import { simpleMatch } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import type { Command } from './command_type.js';

export interface PutPipelineRequest {
  readonly id: string;
  readonly source: JsonObject;
}

export interface DeletePipelineRequest {
  readonly pattern: string;
}

type Kind = 'pipelines' | 'searchPipelines';

/** A command that stores a pipeline. The sender has validated the source. */
export function puttingPipeline<const N extends string>(
  name: N,
  kind: Kind,
): Command<PutPipelineRequest> & { readonly name: N } {
  return {
    name,
    priority: 'NORMAL',
    source: ({ id }) => `${name.replaceAll('_', '-')}-${id}`,
    execute: (state, { id, source }) => {
      checkBlocks(state, [], { level: 'metadata_write' });
      return withPipelines(state, kind, new Map(state.metadata[kind]).set(id, source));
    },
  };
}

export function deletingPipeline<const N extends string>(
  name: N,
  kind: Kind,
): Command<DeletePipelineRequest> & { readonly name: N } {
  return {
    name,
    priority: 'NORMAL',
    source: ({ pattern }) => `${name.replaceAll('_', '-')}-${pattern}`,
    execute: (state, { pattern }) => {
      checkBlocks(state, [], { level: 'metadata_write' });
      const before = state.metadata[kind];
      const left = new Map([...before].filter(([id]) => !simpleMatch(pattern, id)));
      if (left.size < before.size) return withPipelines(state, kind, left);
      if (pattern === '*') return state;
      throw new ApiError('resource_not_found_exception', `pipeline [${pattern}] is missing`);
    },
  };
}

function withPipelines(
  state: ClusterState,
  kind: Kind,
  pipelines: ReadonlyMap<string, JsonObject>,
): ClusterState {
  return { ...state, metadata: { ...state.metadata, [kind]: pipelines } };
}
