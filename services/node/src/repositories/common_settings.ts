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
  compress: booleanSetting(
    ['compress', 'dynamic', 'true: metadata of snapshots is compressed'],
    'true',
  ),
  readOnly: booleanSetting(
    [
      'readonly',
      'dynamic',
      'true: the cluster neither creates nor deletes snapshots in the repository',
    ],
    'false',
  ),
  maxSnapshotBytes: paceSetting(
    'max_snapshot_bytes_per_sec',
    'limit of the rate at which a node writes to the repository, in bytes per second; 0: no limit',
    '40mb',
  ),
  maxRestoreBytes: paceSetting(
    'max_restore_bytes_per_sec',
    'limit of the rate at which a node reads from the repository, in bytes per second; 0: only the limit of recoveries',
    '0',
  ),
} as const;

/** Settings of OpenSearch that accept only the value without an effect. */
export const LIMITED = {
  compressionType: onlySetting(
    ['compression_type', 'dynamic', 'only zstd: the compression of metadata'],
    ['zstd'],
  ),
  shallowCopy: onlySetting(
    [
      'remote_store_index_shallow_copy',
      'dynamic',
      'only false: a snapshot always contains its own files, also of remote-backed indices',
    ],
    ['false'],
  ),
  shallowSnapshots: onlySetting(
    [
      'shallow_snapshot_v2',
      'dynamic',
      'only false: a snapshot always contains its own files, also of remote-backed indices',
    ],
    ['false'],
  ),
  systemRepository: onlySetting(
    [
      'system_repository',
      'dynamic',
      'only false: a snapshot always contains its own files, also of remote-backed indices',
    ],
    ['false'],
  ),
} as const;
