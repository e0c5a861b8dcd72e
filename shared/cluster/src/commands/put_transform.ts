/**
 * Creates a transform, or updates a stopped or running one: an update applies from the next
 * checkpoint.
 */
import { type JsonObject, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { TransformRecord } from '../state/transform_record.js';
import type { Command } from './command_type.js';

interface PutTransformRequest {
  readonly id: string;
  /** Source of the transform, already validated. */
  readonly source: JsonObject;
  readonly owner: JsonObject;
  /** The source that it replaces. Absent: the transform must be new. */
  readonly replaced?: JsonObject;
}

export const put_transform: Command<PutTransformRequest> = {
  name: 'put_transform',
  priority: 'NORMAL',
  source: ({ id }) => `put-transform [${id}]`,
  execute: (state, { id, source, owner, replaced }, { nowMs }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const known = state.metadata.transforms.get(id);
    if (replaced === undefined && known !== undefined) {
      const reason = `Transform with id [${id}] already exists`;
      throw new ApiError('resource_already_exists_exception', reason);
    }
    if (replaced !== undefined) checkReplaced(id, known, replaced);
    const record: TransformRecord = {
      ...(known ?? beginning(nowMs)),
      id,
      source,
      owner,
      version: (known?.version ?? 0) + 1,
    };
    const transforms = new Map(state.metadata.transforms).set(id, record);
    return { ...state, metadata: { ...state.metadata, transforms } };
  },
};

/**
 * Checks that an update has seen the current source. The version cannot serve for that, since it
 * also rises while the transform runs.
 */
function checkReplaced(id: string, known: TransformRecord | undefined, replaced: JsonObject): void {
  if (known === undefined) throw noTransform(id);
  if (stringifyJson(known.source) === stringifyJson(replaced)) return;
  const reason = `transform [${id}] was changed by another request meanwhile`;
  throw new ApiError('version_conflict_engine_exception', reason);
}

function beginning(nowMs: number) {
  return {
    createMs: nowMs,
    state: 'stopped',
    checkpoint: 0,
    dueMs: 0,
    failures: 0,
    stats: {},
  } as const;
}

export function noTransform(id: string): ApiError {
  return new ApiError(
    'resource_not_found_exception',
    `Transform with id [${id}] could not be found`,
  );
}
