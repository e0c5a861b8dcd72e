/** Data streams, to JSON and back. */
import type { JsonObject } from '@skein/content';
import type { DataStream, DataStreamTemplate } from './data_stream.js';
import { integer, list, text } from './encode.js';

export function encodeDataStream(stream: DataStream): JsonObject {
  return { ...stream };
}

export function decodeDataStream(json: JsonObject): DataStream {
  return {
    name: text(json, 'name'),
    indices: list(json, 'indices').map(String),
    generation: integer(json, 'generation'),
    rollsOverOnWrite: json.rollsOverOnWrite === true,
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
