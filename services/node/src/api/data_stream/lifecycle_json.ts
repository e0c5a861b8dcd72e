/** The lifecycle of a data stream in bodies and responses. */
import { exactTime } from '@skein/base';
import type { StreamLifecycle } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { ApiError, readTimeMs } from '@skein/errors';
import {
  type BodyLocator,
  booleanOf,
  type FieldReaders,
  into,
  readFields,
  textOf,
} from '@skein/reading';

/** Reads `{"data_retention": "7d", "enabled": true}`. */
export function readLifecycle(json: JsonObject, locate: BodyLocator): StreamLifecycle {
  const draft: { isEnabled?: boolean; retention?: string } = {};
  const readers: FieldReaders = {
    enabled: into(draft, 'isEnabled', 'boolean', booleanOf),
    data_retention: into(draft, 'retention', 'string', textOf),
    downsampling: () => {
      throw new ApiError('illegal_argument_exception', '[downsampling] is not supported');
    },
  };
  readFields(json, readers, { name: 'lifecycle', locate });
  const { isEnabled = true, retention } = draft;
  if (retention === undefined) return { isEnabled };
  const retentionMs = readTimeMs('data_retention', retention);
  if (retentionMs > 0) return { isEnabled, retentionMs };
  const reason = `[data_retention] must be a positive time, got [${retention}]`;
  throw new ApiError('illegal_argument_exception', reason);
}

export function lifecycleJson({ isEnabled, retentionMs }: StreamLifecycle): JsonObject {
  return {
    enabled: isEnabled,
    ...(retentionMs === undefined ? {} : { data_retention: exactTime(retentionMs) }),
  };
}
