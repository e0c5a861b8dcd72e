/**
 * JSON that preserves the notation of numbers. A script sees `1.0` as a Double and `1` as an
 * Integer, but JavaScript does not distinguish them. In script parameters the former is therefore
 * marked, as plain data that can be sent between threads and nodes.
 */
import { isJsonArray, isJsonObject, JSON_TOKEN, JsonReader, type JsonValue } from '@skein/content';

/**
 * The only key of an object that represents a whole number written with a fraction or an exponent.
 */
const DOUBLE_MARK = '\0double';

/** Returns the number that an object represents. */
export function markedDouble(json: { readonly [key: string]: unknown }): number | undefined {
  const value = json[DOUBLE_MARK];
  return typeof value === 'number' ? value : undefined;
}

/**
 * Reads the value at the reader's current token and marks whole doubles; the reader ends on the
 * value's last token.
 */
export function readExact(reader: JsonReader): JsonValue {
  switch (reader.token) {
    case JSON_TOKEN.START_OBJECT: {
      const entries: [string, JsonValue][] = [];
      while (reader.next() === JSON_TOKEN.FIELD_NAME) {
        const { name } = reader;
        reader.next();
        entries.push([name, readExact(reader)]);
      }
      return Object.fromEntries(entries);
    }
    case JSON_TOKEN.START_ARRAY: {
      const items: JsonValue[] = [];
      while (reader.next() !== JSON_TOKEN.END_ARRAY) items.push(readExact(reader));
      return items;
    }
    case JSON_TOKEN.NUMBER: {
      if (reader.isInteger()) return reader.number();
      const value = Number(reader.text());
      return Number.isInteger(value) ? { [DOUBLE_MARK]: value } : value;
    }
    default:
      return reader.value();
  }
}

const PARAMS = new TextEncoder().encode('"params"');
const LETTER_P = 0x70;

/**
 * Returns the request's JSON with whole doubles marked in the parameters of its scripts; the same
 * object if there are none. `bytes` are the text from which `json` was parsed.
 */
export function markScriptParams<T extends JsonValue>(bytes: Uint8Array, json: T): T {
  if (!namesParams(bytes)) return json;
  const reader = new JsonReader(bytes);
  reader.next();
  // Marks change no object or list into another kind of value.
  return marked(reader, json) as T;
}

/** Keys that appear beside script parameters: those of scripts, and of `scripted_metric`. */
const MARKS = ['source', 'id', 'inline', 'map_script'];

/** `reader` is at the start of the value `json`; it ends on its last token. */
function marked(reader: JsonReader, json: JsonValue): JsonValue {
  if (isJsonArray(json)) {
    const items = json.map((item) => {
      reader.next();
      return marked(reader, item);
    });
    reader.next();
    return items.every((item, i) => item === json[i]) ? json : items;
  }
  if (!isJsonObject(json)) return json;
  const isScript = MARKS.some((key) => key in json);
  const changed: [string, JsonValue][] = [];
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    const before = json[name] ?? null;
    reader.next();
    const isParams = isScript && name === 'params' && (isJsonObject(before) || isJsonArray(before));
    const after = isParams ? readExact(reader) : marked(reader, before);
    if (after !== before) changed.push([name, after]);
  }
  return changed.length === 0 ? json : { ...json, ...Object.fromEntries(changed) };
}

/**
 * Searches from one `p` to the next: bodies may be megabytes long, and `indexOf` processes many
 * bytes at a time.
 */
function namesParams(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(LETTER_P, 1); at > 0; at = bytes.indexOf(LETTER_P, at + 1)) {
    if (standsAt(bytes, at - 1, PARAMS)) return true;
  }
  return false;
}

function standsAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}
