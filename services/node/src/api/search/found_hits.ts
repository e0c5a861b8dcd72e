/**
 * The hits of a search's response as bytes: numbers that were parsed and written again would lose
 * their form, such as the fraction of `1.0`.
 */
import { JSON_TOKEN, JsonReader, RawJson, seekMember } from '@skein/content';

export interface FoundHit {
  readonly index: string;
  readonly id: string;
  readonly json: RawJson;
}

/** Yields after each hit, because a response may be large. */
export function* foundHits(answer: Uint8Array): Generator<void, readonly FoundHit[]> {
  const found: FoundHit[] = [];
  const reader = new JsonReader(answer);
  if (!seekMember(reader, 'hits') || !seekMember(reader, 'hits')) return found;
  while (reader.next() === JSON_TOKEN.START_OBJECT) {
    found.push(hitAt(reader, answer));
    yield;
  }
  return found;
}

/** Reads the hit whose opening brace the reader is at. */
function hitAt(reader: JsonReader, answer: Uint8Array): FoundHit {
  const start = reader.tokenStart;
  let index = '';
  let id = '';
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    reader.next();
    if (name === '_index') index = reader.text();
    else if (name === '_id') id = reader.text();
    else reader.skipChildren();
  }
  return { index, id, json: new RawJson(answer.subarray(start, reader.tokenEnd)) };
}
