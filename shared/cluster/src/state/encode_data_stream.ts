/** Encodes data streams as JSON, and decodes them. */
import { isJsonObject, type JsonObject } from '@skein/content';
import type { DataStream, DataStreamTemplate, StreamLifecycle } from './data_stream.js';
import { integer, list, text } from './encode.js';

export function encodeDataStream(stream: DataStream): JsonObject {
  const { lifecycle, ...rest } = stream;
  return { ...rest, ...(lifecycle === undefined ? {} : { lifecycle: { ...lifecycle } }) };
}

export function decodeStreamLifecycle({ isEnabled, retentionMs }: JsonObject): StreamLifecycle {
  return {
    isEnabled: isEnabled === true,
    ...(typeof retentionMs === 'number' ? { retentionMs } : {}),
  };
}

export function decodeDataStream(json: JsonObject): DataStream {
  return {
    name: text(json, 'name'),
    indices: list(json, 'indices').map(String),
    generation: integer(json, 'generation'),
    rollsOverOnWrite: json.rollsOverOnWrite === true,
    ...(isJsonObject(json.lifecycle) ? { lifecycle: decodeStreamLifecycle(json.lifecycle) } : {}),
    ...decodeStreamTemplate(json),
  };
}

export function decodeStreamTemplate(json: JsonObject): DataStreamTemplate {
  return {
    timestampField: text(json, 'timestampField'),
    isHidden: json.isHidden === true,
    allowsRouting: json.allowsRouting === true,
  };
}
