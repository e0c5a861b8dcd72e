/** Detects the type of a file by its bytes. */
import { fileTypeFromBuffer } from 'file-type';

const HEAD_BYTES = 8_192;
const HTML = /<(?:!doctype\s+html|html|head|body|title|h1|p|div|table|a\s)[\s>]?/i;
/** Types of text that can only be distinguished by the name. */
const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['css', 'text/css'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['tsv', 'text/tab-separated-values'],
  ['yaml', 'text/yaml'],
  ['yml', 'text/yaml'],
]);

export const UNKNOWN = 'application/octet-stream';

export async function kindOf(bytes: Uint8Array, name: string | undefined): Promise<string> {
  const found = await fileTypeFromBuffer(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  if (found !== undefined && found.mime !== 'application/xml') return found.mime;
  if (found !== undefined) return /<html[\s>]/i.test(head) ? 'application/xhtml+xml' : found.mime;
  if (head.startsWith('{\\rtf')) return 'application/rtf';
  if (!isText(bytes)) return UNKNOWN;
  if (/^\s*<\?xml\s/.test(head)) return 'application/xml';
  if (HTML.test(head)) return 'text/html';
  const extension = name?.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return BY_EXTENSION.get(extension ?? '') ?? 'text/plain';
}

/** Control characters never occur in text; UTF-16 is recognized by its byte order mark. */
function isText(bytes: Uint8Array): boolean {
  const isMarked =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isMarked) return true;
  const end = Math.min(bytes.length, HEAD_BYTES);
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b) return false;
  }
  return true;
}
