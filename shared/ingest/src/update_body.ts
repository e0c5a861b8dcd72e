/**
 * The document that an update creates if none exists: the part of its body that goes through
 * pipelines, while the rest is unchanged.
 */
import { JSON_TOKEN, JsonReader } from '@skein/content';

interface MadeDocument {
  /** The offset in the body. */
  readonly start: number;
  readonly end: number;
}

/** `upsert`, or `doc` if `doc_as_upsert` is set; undefined if the update creates no document. */
export function madeDocument(body: Uint8Array, docAsUpsert: boolean): MadeDocument | undefined {
  const reader = new JsonReader(body);
  if (reader.next() !== JSON_TOKEN.START_OBJECT) return undefined;
  let doc: MadeDocument | undefined;
  let upsert: MadeDocument | undefined;
  let isDocMade = docAsUpsert;
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    const token = reader.next();
    const start = reader.tokenStart;
    reader.skipChildren();
    const place = { start, end: reader.tokenEnd };
    if (name === 'doc_as_upsert') isDocMade = token === JSON_TOKEN.TRUE;
    if (token !== JSON_TOKEN.START_OBJECT) continue;
    if (name === 'doc') doc = place;
    if (name === 'upsert') upsert = place;
  }
  return isDocMade ? doc : upsert;
}
