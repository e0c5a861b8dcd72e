/** Hits as documents; the source stays encoded. */
import { JSON_TOKEN, JsonReader } from '@skein/content';

export interface FoundDocument {
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
  /** -1 if not requested. */
  readonly version: number;
  readonly seqNo: number | undefined;
  readonly primaryTerm: number | undefined;
  /** Undefined if there is no source. */
  readonly source: Uint8Array | undefined;
}

type Draft = { -readonly [K in keyof FoundDocument]: FoundDocument[K] };

/** `chunks`: encoded hits, each chunk with one hit or several separated by commas. */
export function foundDocuments(chunks: readonly Uint8Array[]): readonly FoundDocument[] {
  return chunks.flatMap((bytes) => {
    const found: FoundDocument[] = [];
    for (let start = 0; start < bytes.length; ) {
      const reader = new JsonReader(bytes, { start });
      reader.next();
      found.push(readHit(reader));
      start = reader.position + 1;
    }
    return found;
  });
}

/** The reader is at the hit's opening brace, and afterwards at the closing one. */
export function readHit(reader: JsonReader): FoundDocument {
  const draft: Draft = {
    index: '',
    id: '',
    routing: undefined,
    version: -1,
    seqNo: undefined,
    primaryTerm: undefined,
    source: undefined,
  };
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    reader.next();
    readMember(draft, name, reader);
  }
  return draft;
}

function readMember(draft: Draft, name: string, reader: JsonReader): void {
  switch (name) {
    case '_index':
      draft.index = reader.text();
      return;
    case '_id':
      draft.id = reader.text();
      return;
    case '_routing':
      draft.routing = reader.text();
      return;
    case '_version':
      draft.version = Number(reader.number());
      return;
    case '_seq_no':
      draft.seqNo = Number(reader.number());
      return;
    case '_primary_term':
      draft.primaryTerm = Number(reader.number());
      return;
    case '_source': {
      const { tokenStart } = reader;
      reader.skipChildren();
      draft.source = reader.bytes.slice(tokenStart, reader.tokenEnd);
      return;
    }
    default:
      reader.skipChildren();
  }
}
