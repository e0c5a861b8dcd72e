/**
 * The version checks of writes and reads against the document's current version. Rules and messages
 * are OpenSearch's (`VersionType`), with one addition: plain `version=N` of an internal version is
 * honoured as a condition.
 */
import { ApiError } from '@skein/errors';
import type { ShardIdentity } from './engine_options.js';
import type { VersionType, WriteConditions } from './operations.js';

/** The known version of a document. `deleted`: a tombstone still remembers it. */
export interface VersionValue {
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly deleted: boolean;
}

/** Throws on a conflict. `create`: the document must not exist. */
export function checkWrite(
  current: VersionValue | undefined,
  conditions: WriteConditions,
  create: boolean,
  shard: ShardIdentity,
): void {
  const conflict =
    seqNoConflict(current, conditions) ?? versionConflict(current, conditions, create);
  if (conflict !== undefined) throw versionConflictError(conditions.id, conflict, shard);
}

/** Throws when a read names another version than the one found. */
export function checkRead(
  id: string,
  found: number,
  expected: number | undefined,
  shard: ShardIdentity,
): void {
  if (expected === undefined || expected === found) return;
  const conflict = `current version [${found}] is different than the one provided [${expected}]`;
  throw versionConflictError(id, conflict, shard);
}

/** The document's version after the write. */
export function nextVersion(
  current: VersionValue | undefined,
  conditions: WriteConditions,
): number {
  if (conditions.versionType !== 'internal' && conditions.version !== undefined) {
    return conditions.version;
  }
  return current === undefined ? 1 : current.version + 1;
}

function seqNoConflict(
  current: VersionValue | undefined,
  { ifSeqNo, ifPrimaryTerm }: WriteConditions,
): string | undefined {
  if (ifSeqNo === undefined) return undefined;
  const required = `required seqNo [${ifSeqNo}], primary term [${ifPrimaryTerm ?? 0}].`;
  if (current === undefined || current.deleted) return `${required} but no document was found`;
  if (current.seqNo === ifSeqNo && current.primaryTerm === ifPrimaryTerm) return undefined;
  return `${required} current document has seqNo [${current.seqNo}] and primary term [${current.primaryTerm}]`;
}

function versionConflict(
  current: VersionValue | undefined,
  conditions: WriteConditions,
  create: boolean,
): string | undefined {
  const exists = current !== undefined && !current.deleted;
  if (create && exists) return `document already exists (current version [${current.version}])`;
  const { version } = conditions;
  if (version === undefined) return undefined;
  return WRITE_RULES[conditions.versionType](current?.version, version);
}

type WriteRule = (current: number | undefined, provided: number) => string | undefined;

const WRITE_RULES: Readonly<Record<VersionType, WriteRule>> = {
  internal: (current, provided) => {
    if (current === undefined) return `document does not exist (expected version [${provided}])`;
    if (current === provided) return undefined;
    return `current version [${current}] is different than the one provided [${provided}]`;
  },
  external: (current, provided) =>
    current === undefined || provided > current
      ? undefined
      : `current version [${current}] is higher or equal to the one provided [${provided}]`,
  external_gte: (current, provided) =>
    current === undefined || provided >= current
      ? undefined
      : `current version [${current}] is higher than the one provided [${provided}]`,
};

function versionConflictError(id: string, conflict: string, shard: ShardIdentity): ApiError {
  return new ApiError(
    'version_conflict_engine_exception',
    `[${id}]: version conflict, ${conflict}`,
    {
      metadata: { index: shard.index, shard: String(shard.shardId), index_uuid: shard.indexUuid },
    },
  );
}
