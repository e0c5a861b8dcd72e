/** The tokens of JSON in a binary format, one after another. */
import type { JsonBuffer } from './json_buffer.js';
import type { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';

/** A binary format: the tokens that are single bytes, and how it writes the others. */
export interface BinaryFormat {
  readonly bytes: Readonly<
    Record<
      'openObject' | 'closeObject' | 'openList' | 'closeList' | 'true' | 'false' | 'null',
      number
    >
  >;
  name(name: string): void;
  text(text: string): void;
  integer(value: bigint): void;
  fraction(value: number): void;
}

/** Writes the next token. Returns false if there are no more. */
export function writeToken(reader: JsonReader, output: JsonBuffer, format: BinaryFormat): boolean {
  const { bytes } = format;
  switch (reader.next()) {
    case JSON_TOKEN.END:
      return false;
    case JSON_TOKEN.START_OBJECT:
      output.character(bytes.openObject);
      return true;
    case JSON_TOKEN.END_OBJECT:
      output.character(bytes.closeObject);
      return true;
    case JSON_TOKEN.START_ARRAY:
      output.character(bytes.openList);
      return true;
    case JSON_TOKEN.END_ARRAY:
      output.character(bytes.closeList);
      return true;
    case JSON_TOKEN.FIELD_NAME:
      format.name(reader.name);
      return true;
    case JSON_TOKEN.STRING:
      format.text(reader.text());
      return true;
    case JSON_TOKEN.NUMBER:
      if (reader.isInteger()) format.integer(BigInt(reader.text()));
      else format.fraction(Number(reader.text()));
      return true;
    case JSON_TOKEN.TRUE:
      output.character(bytes.true);
      return true;
    case JSON_TOKEN.FALSE:
      output.character(bytes.false);
      return true;
    default:
      output.character(bytes.null);
      return true;
  }
}
