/** The settings that every repository has. */
import { parseByteSize } from '@skein/base';
import { ApiError } from '@skein/errors';
import { booleanSetting, onlySetting, type Setting, textSetting } from '@skein/settings';

/** A setting in bytes per second; 0 means no limit. */
function paceSetting(key: string, doc: string, fallback: string): Setting<number> {
  const parse = (text: string) => {
    const bytes = parseByteSize(text);
    if (bytes !== undefined) return Math.max(0, bytes);
    const what = `failed to parse setting [${key}] with value [${text}] as a size in bytes`;
    if (!/^-\d+(?:\.\d+)?\s*[a-z]+$/i.test(text.trim())) {
      throw new ApiError('parse_exception', `${what}: unit is missing or unrecognized`);
    }
    const cause = new ApiError(
      'illegal_argument_exception',
      `Values less than -1 bytes are not supported: ${text}`,
    );
    throw new ApiError('parse_exception', what, { cause });
  };
  return { ...textSetting([key, 'dynamic', doc], fallback), parse, absent: 0 };
}

export const COMMON = {
  compress: booleanSetting(['compress', 'dynamic', 'metadata is compressed'], 'true'),
  readOnly: booleanSetting(
    ['readonly', 'dynamic', 'this cluster takes no snapshots into it, and deletes none'],
    'false',
  ),
  maxSnapshotBytes: paceSetting(
    'max_snapshot_bytes_per_sec',
    'how fast a node writes to it; 0: without limit',
    '40mb',
  ),
  maxRestoreBytes: paceSetting(
    'max_restore_bytes_per_sec',
    'how fast a node reads from it; 0: without a limit but that of recoveries',
    '0',
  ),
} as const;

/** Settings of OpenSearch that accept only the value without an effect. */
export const LIMITED = {
  compressionType: onlySetting(
    ['compression_type', 'dynamic', 'how metadata is compressed'],
    ['zstd'],
  ),
  shallowCopy: onlySetting(
    [
      'remote_store_index_shallow_copy',
      'dynamic',
      'snapshots have files of their own, remote store or not',
    ],
    ['false'],
  ),
  shallowSnapshots: onlySetting(
    ['shallow_snapshot_v2', 'dynamic', 'snapshots have files of their own, remote store or not'],
    ['false'],
  ),
  systemRepository: onlySetting(
    ['system_repository', 'dynamic', 'snapshots have files of their own, remote store or not'],
    ['false'],
  ),
} as const;
