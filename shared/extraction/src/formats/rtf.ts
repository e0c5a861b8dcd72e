/**
 * Rich Text Format (version 1.9.1): groups in braces, control words, and text between them. Groups
 * without text (fonts, styles, pictures) are skipped; bytes beyond ASCII use the code page of the
 * document, or are UTF-16 with a replacement for older readers.
 */
import { decoded } from '../charsets.js';
import type { Format } from '../format.js';
import type { FileFacts, TextSink } from '../text_sink.js';

/** The use of a group's text. */
type Destination = 'text' | 'nothing' | 'info' | 'title' | 'author' | 'keywords' | 'created';

interface Group {
  destination: Destination;
  /** The number of replacement characters after a `\u`, for readers that do not support it. */
  replacements: number;
}

const INFO: ReadonlyMap<string, Destination> = new Map([
  ['info', 'info'],
  ['title', 'title'],
  ['author', 'author'],
  ['keywords', 'keywords'],
  ['creatim', 'created'],
]);
const UNSEEN: ReadonlySet<string> = new Set(
  'fonttbl colortbl stylesheet pict object listtable listoverridetable rsidtbl generator themedata colorschememapping latentstyles datastore xmlnstbl filetbl revtbl fldinst bkmkstart bkmkend pntext nonshppict'.split(
    ' ',
  ),
);
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['par', '\n'],
  ['sect', '\n'],
  ['page', '\n'],
  ['line', '\n'],
  ['row', '\n'],
  ['tab', '\t'],
  ['cell', '\t'],
  ['emdash', '\u2014'],
  ['endash', '\u2013'],
  ['bullet', '\u2022'],
  ['lquote', '\u2018'],
  ['rquote', '\u2019'],
  ['ldblquote', '\u201c'],
  ['rdblquote', '\u201d'],
  ['emspace', '\u2003'],
  ['enspace', '\u2002'],
]);
const CODE_PAGES: ReadonlyMap<number, string> = new Map([
  [437, 'ibm866'],
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10000, 'macintosh'],
  [65001, 'utf-8'],
]);
/**
 * One piece of the source: a control word, a byte in hexadecimal, a control symbol, a brace, a
 * line's end, or text.
 */
const PIECE = /\\([a-z]+)(-?\d+)? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;
const MAX_DEPTH = 1_000;
/** The number of characters of ASCII. */
const ASCII = 0x80;

export const rtf: Format = {
  types: ['application/rtf', 'text/rtf'],
  read: ({ bytes }, sink) => {
    const reader = new RtfReader(sink);
    const source = new TextDecoder('latin1').decode(bytes);
    try {
      const pieces = new RegExp(PIECE);
      for (let piece = pieces.exec(source); piece !== null; piece = pieces.exec(source)) {
        reader.take(piece);
        pieces.lastIndex += binaryLength(piece);
      }
      reader.end();
    } finally {
      sink.say({ ...reader.facts(), contentType: 'application/rtf' });
    }
  },
};

/** The number of bytes behind `\bin` that are no RTF. */
function binaryLength([, word, number]: RegExpExecArray): number {
  return word === 'bin' ? Math.max(Number(number ?? 0), 0) : 0;
}

class RtfReader {
  readonly #sink: TextSink;
  readonly #groups: Group[] = [{ destination: 'text', replacements: 1 }];
  readonly #facts = new Map<Destination, string>();
  readonly #created = new Map<string, number>();
  #charset = 'windows-1252';
  /** Undecoded bytes of a code page: some characters have two. */
  #bytes: number[] = [];
  /** The number of replacement characters still to be skipped after a `\u`. */
  #skipped = 0;

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  end(): void {
    this.#flush();
  }

  facts(): FileFacts {
    const of = (name: Destination): string | undefined =>
      this.#facts.get(name)?.trim() || undefined;
    return {
      title: of('title'),
      author: of('author'),
      keywords: of('keywords'),
      date: this.#date(),
    };
  }

  take([piece, word, number, hex, symbol, brace, text]: RegExpMatchArray): void {
    if (hex !== undefined) this.#byte(Number.parseInt(hex, 16));
    else if (text !== undefined) this.#text(text);
    else if (word !== undefined)
      this.#word(word, number === undefined ? undefined : Number(number));
    else if (symbol !== undefined) this.#symbol(symbol);
    else if (brace !== undefined) this.#brace(piece);
  }

  get #group(): Group {
    return this.#groups.at(-1) as Group;
  }

  #brace(brace: string): void {
    this.#flush();
    this.#skipped = 0;
    if (brace === '{') {
      if (this.#groups.length > MAX_DEPTH) throw new RangeError(`more than [${MAX_DEPTH}] groups`);
      this.#groups.push({ ...this.#group });
    } else if (this.#groups.length > 1) this.#groups.pop();
  }

  #word(word: string, number: number | undefined): void {
    const group = this.#group;
    if (word === 'u' && number !== undefined) {
      this.#flush();
      this.#write(String.fromCharCode(number & 0xffff));
      this.#skipped = group.replacements;
      return;
    }
    this.#flush();
    const symbol = SYMBOLS.get(word);
    if (symbol !== undefined) this.#write(symbol);
    else if (word === 'uc') group.replacements = number ?? 1;
    else if (word === 'ansicpg') this.#charset = CODE_PAGES.get(number ?? 0) ?? `windows-${number}`;
    else if (UNSEEN.has(word)) group.destination = 'nothing';
    else if (INFO.has(word)) this.#enter(INFO.get(word) ?? 'nothing');
    else if (group.destination === 'created') this.#created.set(word, number ?? 0);
  }

  /** Inside `info`, only known groups have text; a group inside a skipped one is skipped too. */
  #enter(destination: Destination): void {
    const group = this.#group;
    if (destination === 'info' ? group.destination === 'text' : group.destination === 'info') {
      group.destination = destination;
    }
  }

  #symbol(symbol: string): void {
    if (symbol === '*') this.#group.destination = 'nothing';
    else if ('\\{}'.includes(symbol)) this.#text(symbol);
    else if (symbol === '~') this.#text('\u00a0');
    else if (symbol === '_') this.#text('-');
    else if (symbol === '\n' || symbol === '\r') this.#write('\n');
  }

  #text(text: string): void {
    const shown = text.slice(this.#skipped);
    this.#skipped -= text.length - shown.length;
    if (shown === '') return;
    // The second byte of a character may be written as the letter of ASCII that it is.
    const isSecond = this.#bytes.length > 0 && shown.charCodeAt(0) < ASCII;
    if (isSecond) this.#bytes.push(shown.charCodeAt(0));
    this.#flush();
    this.#write(isSecond ? shown.slice(1) : shown);
  }

  #byte(byte: number): void {
    if (this.#skipped > 0) this.#skipped--;
    else this.#bytes.push(byte);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Uint8Array.from(this.#bytes);
    this.#bytes = [];
    this.#write(decoded(bytes, this.#charset) ?? decoded(bytes, 'windows-1252') ?? '');
  }

  #write(text: string): void {
    const { destination } = this.#group;
    if (destination === 'text') this.#sink.write(text);
    else if (destination !== 'nothing' && destination !== 'info') {
      this.#facts.set(destination, (this.#facts.get(destination) ?? '') + text);
    }
  }

  #date(): string | undefined {
    const year = this.#created.get('yr');
    if (year === undefined) return undefined;
    const part = (name: string, usual: number): number => this.#created.get(name) ?? usual;
    const date = new Date(
      Date.UTC(
        year,
        part('mo', 1) - 1,
        part('dy', 1),
        part('hr', 0),
        part('min', 0),
        part('sec', 0),
      ),
    );
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z');
  }
}
