/** The part of the metadata that a snapshot with global state holds: what is neither an index's nor work under way. As JSON, by the table of parts. */
import { isJsonObject, type JsonObject } from '@skein/content';
import type { Metadata } from './cluster_state.js';
import { decodeSettingsMap, encodeSettingsMap } from './encode.js';
import { METADATA_PARTS } from './part_kinds.js';

const ENTRIES = [
  'templates',
  'indexTemplates',
  'componentTemplates',
  'lifecyclePolicies',
  'storedScripts',
  'pipelines',
  'searchPipelines',
] as const;

type EntriesName = (typeof ENTRIES)[number];

/** The codec of one entry; which type it has is known where it is called. */
interface EntryCodec {
  encode(value: unknown): JsonObject;
  decode(json: JsonObject): unknown;
}

export function encodeGlobalMetadata(metadata: Metadata): JsonObject {
  const parts = ENTRIES.map((name) => [name, encodedEntries(metadata, name)] as const);
  const settings = encodeSettingsMap(metadata.persistentSettings);
  return { ...Object.fromEntries(parts), persistentSettings: settings };
}

function encodedEntries(metadata: Metadata, name: EntriesName): JsonObject {
  const { encode } = METADATA_PARTS[name] as EntryCodec;
  return Object.fromEntries([...metadata[name]].map(([key, value]) => [key, encode(value)]));
}

/** The metadata with the entries of a snapshot put over its own, and the snapshot's persistent settings in place of its own, as in OpenSearch. */
export function withGlobalMetadata(metadata: Metadata, global: JsonObject): Metadata {
  const entries = ENTRIES.map((name) => [name, merged(metadata, name, global[name])] as const);
  const settings = global.persistentSettings;
  return {
    ...metadata,
    ...Object.fromEntries(entries),
    persistentSettings: isJsonObject(settings)
      ? decodeSettingsMap(settings)
      : metadata.persistentSettings,
  };
}

function merged(metadata: Metadata, name: EntriesName, given: JsonObject[string] | undefined) {
  if (!isJsonObject(given)) return metadata[name];
  const { decode } = METADATA_PARTS[name] as EntryCodec;
  const values = new Map<string, unknown>(metadata[name]);
  for (const [key, json] of Object.entries(given)) {
    if (isJsonObject(json)) values.set(key, decode(json));
  }
  return values;
}
