/**
 * Encodes the members of a cluster state as JSON for publication and disk, and decodes them.
 * Mappings and alias filters keep longs and odd keys. Decoding trusts its input, which a hash
 * covers; a wrong shape is a bug of ours.
 */
import { assert } from '@skein/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import type { StoredScript } from '@skein/script';
import type { Settings } from '@skein/settings';
import type { ClusterNode, NodeRole, RemotePlace, Tombstone } from './cluster_state.js';
import { decodeManaged, encodeManaged } from './encode_lifecycle.js';
import type { AliasMetadata, IndexMetadata } from './index_metadata.js';
import type { IndexRouting, ShardCopy } from './routing_table.js';
import { decodeRecord, encodeRecord, type RestoreSource } from './snapshot_records.js';
import type { IndexTemplate } from './template.js';
import type { VotingExclusion } from './voting_exclusions.js';

export function encodeIndex(index: IndexMetadata): JsonObject {
  const { lifecycle, restoredFrom, ...rest } = index;
  return {
    ...rest,
    ...(lifecycle === undefined ? {} : { lifecycle: encodeManaged(lifecycle) }),
    ...(restoredFrom === undefined ? {} : { restoredFrom: encodeRecord(restoredFrom) }),
    settings: encodeSettings(index.settings),
    aliases: encodeAliases(index.aliases),
  };
}

export function decodeIndex(json: JsonObject): IndexMetadata {
  const state = text(json, 'state');
  assert(state === 'open' || state === 'close', `unexpected index state ${state}`);
  return {
    name: text(json, 'name'),
    uuid: text(json, 'uuid'),
    version: integer(json, 'version'),
    mappingVersion: integer(json, 'mappingVersion'),
    settingsVersion: integer(json, 'settingsVersion'),
    aliasesVersion: integer(json, 'aliasesVersion'),
    state,
    settings: decodeSettings(list(json, 'settings')),
    mapping: object(json.mapping, 'mapping'),
    aliases: decodeAliases(objects(json, 'aliases')),
    numberOfShards: integer(json, 'numberOfShards'),
    numberOfReplicas: integer(json, 'numberOfReplicas'),
    routingNumShards: integer(json, 'routingNumShards'),
    routingPartitionSize: integer(json, 'routingPartitionSize'),
    creationDateMs: integer(json, 'creationDateMs'),
    primaryTerms: list(json, 'primaryTerms').map(Number),
    ...(isJsonObject(json.lifecycle) ? { lifecycle: decodeManaged(json.lifecycle) } : {}),
    ...(isJsonObject(json.restoredFrom)
      ? { restoredFrom: decodeRecord<RestoreSource>(json.restoredFrom) }
      : {}),
    inSync: list(json, 'inSync').map((ids) => (isJsonArray(ids) ? ids.map(String) : [])),
  };
}

export function encodeTemplate(template: IndexTemplate): JsonObject {
  return {
    ...template,
    settings: encodeSettings(template.settings),
    aliases: encodeAliases(template.aliases),
  };
}

export function decodeTemplate(json: JsonObject): IndexTemplate {
  return {
    name: text(json, 'name'),
    patterns: list(json, 'patterns').map(String),
    order: integer(json, 'order'),
    version: json.version === undefined ? undefined : integer(json, 'version'),
    settings: decodeSettings(list(json, 'settings')),
    mapping: object(json.mapping, 'mapping'),
    aliases: decodeAliases(objects(json, 'aliases')),
  };
}

export function decodeScript(json: JsonObject): StoredScript {
  const options = Object.entries(object(json.options, 'options')).map(([name, value]) => [
    name,
    String(value),
  ]);
  return {
    lang: text(json, 'lang'),
    source: text(json, 'source'),
    options: Object.fromEntries(options),
  };
}

export function encodeScript({ lang, source, options }: StoredScript): JsonObject {
  return { lang, source, options: { ...options } };
}

export function encodeTombstones(tombstones: readonly Tombstone[]): JsonObject {
  return { tombstones: tombstones.map(encodeTombstone) };
}

function encodeTombstone({ remote, ...tombstone }: Tombstone): JsonObject {
  return { ...tombstone, ...(remote === undefined ? {} : { remote: { ...remote } }) };
}

export function decodeTombstones(json: JsonObject): readonly Tombstone[] {
  return objects(json, 'tombstones').map((entry) => ({
    name: text(entry, 'name'),
    uuid: text(entry, 'uuid'),
    deletedAtMs: integer(entry, 'deletedAtMs'),
    ...(entry.remote === undefined ? {} : { remote: decodeRemotePlace(entry.remote) }),
  }));
}

function decodeRemotePlace(value: JsonValue): RemotePlace {
  const json = object(value, 'remote');
  return { repository: text(json, 'repository'), indexId: text(json, 'indexId') };
}

export function encodeVotingExclusions(exclusions: readonly VotingExclusion[]): JsonObject {
  return { exclusions: exclusions.map((exclusion) => ({ ...exclusion })) };
}

export function decodeVotingExclusions(json: JsonObject): readonly VotingExclusion[] {
  return objects(json, 'exclusions').map((entry) => ({
    nodeId: text(entry, 'nodeId'),
    nodeName: text(entry, 'nodeName'),
  }));
}

export function encodeNode(node: ClusterNode): JsonObject {
  return { ...node, roles: [...node.roles], attributes: encodeSettings(node.attributes) };
}

export function decodeNode(json: JsonObject): ClusterNode {
  return {
    id: text(json, 'id'),
    ephemeralId: text(json, 'ephemeralId'),
    name: text(json, 'name'),
    host: text(json, 'host'),
    transportAddress: text(json, 'transportAddress'),
    httpAddress: optionalText(json.httpAddress),
    // A node of a later version may have a role that this one does not know, which it passes on.
    roles: list(json, 'roles').map((role) => String(role) as NodeRole),
    attributes: decodeSettings(list(json, 'attributes')),
    version: text(json, 'version'),
  };
}

export function encodeRouting({ index, uuid, shards }: IndexRouting): JsonObject {
  return { index, uuid, shards: shards.map((copies) => copies.map(encodeCopy)) };
}

export function decodeRouting(json: JsonObject): IndexRouting {
  const shards = list(json, 'shards').map((copies) => {
    assert(isJsonArray(copies), 'the copies of a shard are a list');
    return copies.map((copy) => decodeCopy(object(copy, 'shards')));
  });
  return { index: text(json, 'index'), uuid: text(json, 'uuid'), shards };
}

/** Encodes a shard copy, which is plain data throughout. */
function encodeCopy(copy: ShardCopy): JsonObject {
  const { unassigned, relocation } = copy;
  return {
    ...copy,
    unassigned: unassigned && { ...unassigned },
    relocation: relocation && { ...relocation },
  };
}

/**
 * Decodes a shard copy. JSON omits `undefined` fields; they are put back so that copies compare
 * equal to the originals.
 */
function decodeCopy(json: JsonObject): ShardCopy {
  const copy = decodeRecord<ShardCopy>(json);
  return {
    ...copy,
    nodeId: copy.nodeId,
    allocationId: copy.allocationId,
    unassigned: copy.unassigned && { ...copy.unassigned, details: copy.unassigned.details },
  };
}

export function encodeSettingsMap(settings: Settings): JsonObject {
  return { settings: encodeSettings(settings) };
}

export function decodeSettingsMap(json: JsonObject): Settings {
  return decodeSettings(list(json, 'settings'));
}

export function encodeAliases(aliases: ReadonlyMap<string, AliasMetadata>): JsonValue[] {
  return [...aliases.values()].map((alias) => ({ ...alias }));
}

export function decodeAliases(entries: readonly JsonObject[]): Map<string, AliasMetadata> {
  return new Map(
    entries.map((entry) => [
      text(entry, 'name'),
      {
        name: text(entry, 'name'),
        filter: isJsonObject(entry.filter) ? entry.filter : undefined,
        indexRouting: optionalText(entry.indexRouting),
        searchRouting: optionalText(entry.searchRouting),
        isWriteIndex: optionalBoolean(entry.isWriteIndex),
        isHidden: optionalBoolean(entry.isHidden),
      },
    ]),
  );
}

export function encodeSettings(settings: Settings): JsonValue[] {
  return [...settings].map(([key, value]) => [key, value]);
}

export function decodeSettings(entries: readonly JsonValue[]): Settings {
  return new Map(
    entries.map((entry) => {
      assert(isJsonArray(entry) && entry.length === 2, 'a setting is a pair');
      return [String(entry[0]), String(entry[1])];
    }),
  );
}

export function text(json: JsonObject, key: string): string {
  const value = json[key];
  assert(typeof value === 'string', `metadata [${key}] is not a text`);
  return value;
}

export function integer(json: JsonObject, key: string): number {
  const value = json[key];
  assert(typeof value === 'number', `metadata [${key}] is not a number`);
  return value;
}

export function list(json: JsonObject, key: string): readonly JsonValue[] {
  const value = json[key];
  assert(isJsonArray(value), `metadata [${key}] is not a list`);
  return value;
}

export function object(value: JsonValue | undefined, key: string): JsonObject {
  assert(isJsonObject(value), `metadata [${key}] is not an object`);
  return value;
}

export function objects(json: JsonObject, key: string): JsonObject[] {
  return list(json, key).map((entry) => object(entry, key));
}

function optionalText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function optionalBoolean(value: JsonValue | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
