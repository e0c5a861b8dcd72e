/**
 * Metadata to JSON and back: what is persisted. Mappings and alias filters travel as JSON, with longs and odd keys kept. Decoding
 * trusts its input, which a checksum covers; a wrong shape is a fault of ours.
 */
import { assert } from '@skein/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import type { StoredScript } from '@skein/script';
import type { Settings } from '@skein/settings';
import type { Metadata, Tombstone } from './cluster_state.js';
import type { AliasMetadata, IndexMetadata } from './index_metadata.js';
import type { IndexTemplate } from './template.js';

export function encodeMetadata(metadata: Metadata): JsonObject {
  return {
    cluster_uuid: metadata.clusterUuid,
    version: metadata.version,
    indices: [...metadata.indices.values()].map(encodeIndex),
    templates: [...metadata.templates.values()].map(encodeTemplate),
    stored_scripts: [...metadata.storedScripts].map(([id, script]) => ({ id, ...script })),
    persistent_settings: encodeSettings(metadata.persistentSettings),
    tombstones: metadata.tombstones.map((tombstone) => ({ ...tombstone })),
  };
}

export function decodeMetadata(json: JsonObject): Metadata {
  return {
    clusterUuid: text(json, 'cluster_uuid'),
    version: integer(json, 'version'),
    indices: new Map(
      objects(json, 'indices').map((index) => [text(index, 'name'), decodeIndex(index)]),
    ),
    templates: new Map(
      objects(json, 'templates').map((entry) => [text(entry, 'name'), decodeTemplate(entry)]),
    ),
    storedScripts: new Map(
      optionalObjects(json, 'stored_scripts').map((entry) => [
        text(entry, 'id'),
        decodeScript(entry),
      ]),
    ),
    persistentSettings: decodeSettings(list(json, 'persistent_settings')),
    transientSettings: new Map(),
    tombstones: objects(json, 'tombstones').map(
      (entry): Tombstone => ({
        name: text(entry, 'name'),
        uuid: text(entry, 'uuid'),
        deletedAtMs: integer(entry, 'deletedAtMs'),
      }),
    ),
  };
}

function encodeIndex(index: IndexMetadata): JsonObject {
  return {
    ...index,
    settings: encodeSettings(index.settings),
    aliases: encodeAliases(index.aliases),
  };
}

function decodeIndex(json: JsonObject): IndexMetadata {
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
    inSync: list(json, 'inSync').map((ids) => (isJsonArray(ids) ? ids.map(String) : [])),
  };
}

function encodeTemplate(template: IndexTemplate): JsonObject {
  return {
    ...template,
    settings: encodeSettings(template.settings),
    aliases: encodeAliases(template.aliases),
  };
}

function decodeTemplate(json: JsonObject): IndexTemplate {
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

function decodeScript(json: JsonObject): StoredScript {
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

function encodeAliases(aliases: ReadonlyMap<string, AliasMetadata>): JsonValue[] {
  return [...aliases.values()].map((alias) => ({ ...alias }));
}

function decodeAliases(entries: readonly JsonObject[]): Map<string, AliasMetadata> {
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

function encodeSettings(settings: Settings): JsonValue[] {
  return [...settings].map(([key, value]) => [key, value]);
}

function decodeSettings(entries: readonly JsonValue[]): Settings {
  return new Map(
    entries.map((entry) => {
      assert(isJsonArray(entry) && entry.length === 2, 'a setting is a pair');
      return [String(entry[0]), String(entry[1])];
    }),
  );
}

function text(json: JsonObject, key: string): string {
  const value = json[key];
  assert(typeof value === 'string', `metadata [${key}] is not a text`);
  return value;
}

function integer(json: JsonObject, key: string): number {
  const value = json[key];
  assert(typeof value === 'number', `metadata [${key}] is not a number`);
  return value;
}

function list(json: JsonObject, key: string): readonly JsonValue[] {
  const value = json[key];
  assert(isJsonArray(value), `metadata [${key}] is not a list`);
  return value;
}

function object(value: JsonValue | undefined, key: string): JsonObject {
  assert(isJsonObject(value), `metadata [${key}] is not an object`);
  return value;
}

function objects(json: JsonObject, key: string): JsonObject[] {
  return list(json, key).map((entry) => object(entry, key));
}

/** Of a part that states written by older versions do not have. */
function optionalObjects(json: JsonObject, key: string): JsonObject[] {
  return json[key] === undefined ? [] : objects(json, key);
}

function optionalText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function optionalBoolean(value: JsonValue | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
