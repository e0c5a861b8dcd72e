/**
 * A document's bytes as script values: numbers keep the type of their notation (`1` is an Integer,
 * `1.0` a Double), objects their order.
 */
import { JSON_TOKEN, JsonReader } from '@skein/content';
import { JList, JMap, type MapKind } from '../containers/collections.js';
import { JDouble, type Value } from '../values/value.js';
import { bigInteger } from '../whitelist/big_numbers.js';

const INT_DIGITS = 9;

/** `bytes` contain one JSON value; `kind` is the map class of its objects. */
export function readJson(bytes: Uint8Array, kind: MapKind = 'java.util.LinkedHashMap'): Value {
  const reader = new JsonReader(bytes);
  reader.next();
  const value = readJsonValue(reader, kind);
  reader.next();
  return value;
}

/** Reads the value at the reader's current token; the reader ends on the value's last token. */
export function readJsonValue(reader: JsonReader, kind: MapKind): Value {
  switch (reader.token) {
    case JSON_TOKEN.START_OBJECT:
      return readObject(reader, kind);
    case JSON_TOKEN.START_ARRAY:
      return readArray(reader, kind);
    case JSON_TOKEN.STRING:
      return reader.text();
    case JSON_TOKEN.NUMBER:
      return readNumber(reader);
    case JSON_TOKEN.NULL:
      return null;
    default:
      return reader.token === JSON_TOKEN.TRUE;
  }
}

function readObject(reader: JsonReader, kind: MapKind): JMap {
  const map = new JMap(kind);
  const { table } = map;
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    reader.next();
    table.put(name, readJsonValue(reader, kind));
  }
  return map;
}

function readArray(reader: JsonReader, kind: MapKind): JList {
  const items: Value[] = [];
  while (reader.next() !== JSON_TOKEN.END_ARRAY) items.push(readJsonValue(reader, kind));
  return new JList(items);
}

/** An integer beyond 64 bits is a BigInteger. */
function readNumber(reader: JsonReader): Value {
  if (!reader.isInteger()) return new JDouble(Number(reader.text()));
  if (reader.tokenEnd - reader.tokenStart <= INT_DIGITS) return Number(reader.number());
  const exact = BigInt(reader.number());
  if (exact === BigInt.asIntN(32, exact)) return Number(exact);
  return exact === BigInt.asIntN(64, exact) ? exact : bigInteger(exact);
}
