/**
 * A snapshot management policy in OpenSearch's form: the given source with its defaults, and the
 * stored metadata.
 */
import type { SnapshotPolicyRecord } from '@skein/cluster';
import { isJsonObject, type JsonObject } from '@skein/content';

const SCHEMA_VERSION = 21;

export function smPolicyJson(record: SnapshotPolicyRecord): JsonObject {
  const { name, source, updatedMs, enabledMs } = record;
  const { description, creation, deletion, snapshot_config } = source;
  return {
    name,
    ...(description === undefined || description === null ? {} : { description }),
    schema_version: SCHEMA_VERSION,
    ...(isJsonObject(creation) ? { creation } : {}),
    ...(isJsonObject(deletion) ? { deletion: deletionJson(deletion, creation) } : {}),
    snapshot_config,
    // OpenSearch checks a policy every minute; here it is checked when it is due.
    schedule: { interval: { start_time: updatedMs, period: 1, unit: 'Minutes' } },
    enabled: enabledMs !== undefined,
    last_updated_time: updatedMs,
    enabled_time: enabledMs ?? null,
  };
}

function deletionJson(deletion: JsonObject, creation: JsonObject[string]): JsonObject {
  const schedule = isJsonObject(creation) ? creation.schedule : undefined;
  const { condition } = deletion;
  return {
    ...(schedule === undefined ? {} : { schedule }),
    ...deletion,
    condition: { min_count: 1, ...(isJsonObject(condition) ? condition : {}) },
  };
}

export function documentJson({ name, version, seqNo }: SnapshotPolicyRecord): JsonObject {
  return { _id: documentId(name), _version: version, _seq_no: seqNo, _primary_term: 1 };
}

export function documentId(name: string): string {
  return `${name}-sm-policy`;
}
