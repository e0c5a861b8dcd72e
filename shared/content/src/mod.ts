export { toCbor } from './cbor.js';
export {
  encodeJson,
  encodeJsonChunks,
  encodingJson,
  joinBytes,
  stringifyJson,
} from './encode_json.js';
export { filterPath } from './filter_path.js';
export { filterSource, SourceFilter } from './filter_source.js';
export { fromCbor } from './from_cbor.js';
export { fromSmile, linesFromSmile } from './from_smile.js';
export { double, doubleText, float32, float32Text } from './java_number.js';
export { JsonBuffer, PUNCTUATION, withJsonBuffer } from './json_buffer.js';
export type { JsonLocation } from './json_failure.js';
export type { JsonReaderOptions } from './json_reader.js';
export { JsonReader } from './json_reader.js';
export { afterMark, unescapeAscii } from './json_text.js';
export type { JsonToken } from './json_token.js';
export { JSON_TOKEN, tokenName } from './json_token.js';
export { keepPaths } from './keep_paths.js';
export type { LineRange } from './lines.js';
export { lineRanges } from './lines.js';
export { BODY_LIMITS } from './member_limits.js';
export { asciiText } from './name_table.js';
export { parseJson, parseJsonInPieces } from './parse_json.js';
export { objectOf, parseObject } from './parse_object.js';
export { prettyJson } from './pretty_json.js';
export { seekMember } from './seek_member.js';
export { toSmile } from './smile.js';
export type { JsonArray, JsonObject, JsonValue } from './value.js';
export { isJsonArray, isJsonObject, RawJson } from './value.js';
export { parseYaml } from './yaml.js';
export { toYaml } from './yaml_layout.js';
