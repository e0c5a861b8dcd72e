/** Encodes the text between and inside the tags. */

export type Encoder = (text: string) => string;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['"', '&quot;'],
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ["'", '&#x27;'],
  ['/', '&#x2F;'],
]);

/** Escapes the characters that Lucene's SimpleHTMLEncoder escapes. */
function html(text: string): string {
  return text.replace(/["&<>'/]/g, (sign) => ENTITIES.get(sign) ?? sign);
}

/** The encoder of a name. As in OpenSearch, any name but `html` leaves text as it is. */
export function encoderOf(name: string): Encoder {
  return name === 'html' ? html : (text) => text;
}
