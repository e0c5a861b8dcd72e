/** Encodes policies and the progress of indices in them as JSON, and decodes them. */
import { assert } from '@skein/base';
import { isJsonObject, type JsonObject } from '@skein/content';
import type { LifecyclePolicy, ManagedIndex } from './lifecycle.js';
import { decodeRecord } from './snapshot_records.js';

export function encodePolicy(policy: LifecyclePolicy): JsonObject {
  return { ...policy };
}

export function decodePolicy(json: JsonObject): LifecyclePolicy {
  assert(isJsonObject(json.source), 'a policy has its source');
  return decodeRecord<LifecyclePolicy>(json);
}

/** Encodes an index's progress, which is plain data throughout. */
export function encodeManaged({ change, ...managed }: ManagedIndex): JsonObject {
  return { ...managed, ...(change === undefined ? {} : { change: { ...change } }) };
}

export function decodeManaged(json: JsonObject): ManagedIndex {
  assert(typeof json.version === 'number', 'where an index stands has a version');
  return decodeRecord<ManagedIndex>(json);
}

export function encodeMode({ isStopped }: { readonly isStopped: boolean }): JsonObject {
  return { isStopped };
}

export function decodeMode(json: JsonObject): { readonly isStopped: boolean } {
  return { isStopped: json.isStopped === true };
}
