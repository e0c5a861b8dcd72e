/** Writes a document's values as JSON bytes, in the form of OpenSearch. */
import { utf8 } from '@skein/bytes';
import { double, type JsonBuffer, PUNCTUATION } from '@skein/content';
import { HashTable, JDouble, JList, JMap, toJson, type Value, type Walk } from '@skein/java';
import { illegalArgument } from './faults.js';

/** The maximum depth of a written value, since a script may put a map into itself. */
const MAX_DEPTH = 1_000;

export function writeValue(value: Value, out: JsonBuffer, depth = 0): void {
  if (depth > MAX_DEPTH) throw illegalArgument('Iterable object is self-referencing itself');
  if (typeof value === 'string') out.string(value);
  else if (value instanceof JMap) writeMap(value, out, depth);
  else if (value instanceof JList) writeList(value, out, depth);
  else if (value === null || typeof value !== 'object') out.text(String(value));
  else if (value instanceof JDouble && Number.isFinite(value.value)) out.text(value.text());
  else if (value instanceof JDouble) out.string(value.text());
  else out.value(toJson(value, double));
}

interface Member {
  /** The bytes before the value: the opening brace or the comma, and the name. */
  readonly before: Uint8Array;
  /** The position of the value in its table. */
  readonly place: number;
}

/** The members of an iteration order, in order. */
const membersOfWalks = new WeakMap<Walk, readonly Member[]>();

function membersOf(walk: Walk): readonly Member[] {
  const known = membersOfWalks.get(walk);
  if (known !== undefined) return known;
  const members = walk.members.map(({ key, place }, i) => {
    const before = utf8(`${i === 0 ? '{' : ','}${JSON.stringify(key)}:`);
    return { before, place };
  });
  membersOfWalks.set(walk, members);
  return members;
}

function writeMap(map: JMap, out: JsonBuffer, depth: number): void {
  const { table } = map;
  if (table instanceof HashTable) {
    const walk = table.walk();
    if (walk !== undefined && walk.keys.length > 0) {
      writeMembers(table, membersOf(walk), out, depth);
      return;
    }
  }
  writeEntries(map, out, depth);
}

function writeMembers(
  table: HashTable,
  members: readonly Member[],
  out: JsonBuffer,
  depth: number,
): void {
  for (const { before, place } of members) {
    out.raw(before);
    writeValue(table.valueAt(place), out, depth + 1);
  }
  out.character(PUNCTUATION.closeObject);
}

function writeEntries(map: JMap, out: JsonBuffer, depth: number): void {
  out.character(PUNCTUATION.openObject);
  let isFirst = true;
  for (const key of map.keys()) {
    if (typeof key !== 'string') {
      // Throws the error for the key.
      toJson(map);
      continue;
    }
    if (!isFirst) out.character(PUNCTUATION.comma);
    isFirst = false;
    out.string(key);
    out.character(PUNCTUATION.colon);
    writeValue(map.get(key), out, depth + 1);
  }
  out.character(PUNCTUATION.closeObject);
}

function writeList({ items }: JList, out: JsonBuffer, depth: number): void {
  out.character(PUNCTUATION.openArray);
  for (let i = 0; i < items.length; i++) {
    if (i > 0) out.character(PUNCTUATION.comma);
    writeValue(items[i] ?? null, out, depth + 1);
  }
  out.character(PUNCTUATION.closeArray);
}
