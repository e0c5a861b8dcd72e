/**
 * `html_strip`: removes tags and comments and replaces references to characters, as Lucene's
 * `HTMLStripCharFilter` 9.12 does. A tag of a block, a script or a style sheet leaves a line break.
 * Markup without an end stays if it may be plain text, else all the rest of the text is removed.
 */
import type { CharFilterType } from '../build/component_type.js';
import type { FilteredText } from '../component.js';
import { referenceAt } from './html/character_reference.js';
import { commentEnd, type Section, sectionEnd } from './html/sections.js';
import { afterSpaces, isSpace, nameAt, TagEnds } from './html/tag_ends.js';
import { TextRewriter } from './offset_map.js';

const INLINE = new Set(
  'a abbr acronym b basefont bdo big cite code dfn em font i img input kbd label q s samp select small span strike strong sub sup textarea tt u var'.split(
    ' ',
  ),
);
const LINE_BREAK = 'br';
const CDATA = '[CDATA[';

export const HTML_STRIP: CharFilterType = {
  name: 'html_strip',
  create: (settings) => {
    const escaped = new Set((settings.list('escaped_tags') ?? []).map((tag) => tag.toLowerCase()));
    return {
      name: 'html_strip',
      apply: (text) => new Stripping(text, escaped).result(),
    };
  },
};

const NONE: ReadonlySet<string> = new Set();

/** Returns a text without its markup. */
export function htmlStripped(text: string): string {
  return new Stripping(text, NONE).result().text;
}

function isSection(name: string): name is Section {
  return name === 'script' || name === 'style';
}

/** One pass over a text. Each method for a construct moves behind it. */
class Stripping {
  readonly #text: string;
  /** Names of elements whose tags stay, in lower case. */
  readonly #escaped: ReadonlySet<string>;
  readonly #rewriter = new TextRewriter();
  readonly #tagEnds: TagEnds;
  #at = 0;
  /** The first `>` from some earlier position on. */
  #closing = -1;

  constructor(text: string, escaped: ReadonlySet<string>) {
    this.#text = text;
    this.#escaped = escaped;
    this.#tagEnds = new TagEnds(text);
  }

  result(): FilteredText {
    const text = this.#text;
    const signs = /[<&]/g;
    while (this.#at < text.length) {
      signs.lastIndex = this.#at;
      const sign = signs.exec(text);
      this.#keep(sign?.index ?? text.length);
      if (sign?.[0] === '<') this.#markup();
      else if (sign !== null) this.#reference();
    }
    return this.#rewriter.finish();
  }

  #keep(end: number): void {
    this.#rewriter.keep(this.#text.slice(this.#at, end));
    this.#at = end;
  }

  #replace(end: number, replacement: string): void {
    this.#rewriter.replace(end - this.#at, replacement);
    this.#at = end;
  }

  #reference(): void {
    const { end, characters } = referenceAt(this.#text, this.#at);
    if (characters === undefined) this.#keep(end);
    else this.#replace(end, characters);
  }

  #markup(): void {
    const sign = this.#text.charAt(this.#at + 1);
    if (sign === '!') this.#declaration();
    else if (sign === '/') this.#endTag();
    else if (sign === '?') this.#instruction();
    else this.#startTag();
  }

  /** A comment, a section of character data, or another declaration, such as `<!DOCTYPE html>`. */
  #declaration(): void {
    const text = this.#text;
    const from = this.#at + 2;
    if (text.startsWith('--', from)) this.#replace(commentEnd(text, from + 2) ?? text.length, '');
    else if (text.startsWith(CDATA, from)) {
      this.#replace(from + CDATA.length, '');
      const end = text.indexOf(']]>', this.#at);
      this.#keep(end < 0 ? text.length : end);
      if (end >= 0) this.#replace(end + 3, '');
    } else {
      const closing = this.#closingFrom(from);
      if (closing < 0) this.#keep(text.length);
      else this.#replace(closing + 1, '');
    }
  }

  /** `<?xml … ?>` ends at the first `>`, which is the end only behind `?` or `/`. */
  #instruction(): void {
    const from = this.#at + 2;
    const closing = this.#closingFrom(from);
    if (closing > from && '/?'.includes(this.#text.charAt(closing - 1)))
      this.#replace(closing + 1, '');
    else this.#keep(this.#at + 1);
  }

  /** The first `>` from a position on, or -1. */
  #closingFrom(from: number): number {
    if (this.#closing < from && this.#closing !== this.#text.length) {
      const found = this.#text.indexOf('>', from);
      this.#closing = found < 0 ? this.#text.length : found;
    }
    return this.#closing === this.#text.length ? -1 : this.#closing;
  }

  #endTag(): void {
    const text = this.#text;
    const from = afterSpaces(text, this.#at + 2);
    const name = nameAt(text, from);
    if (name === '') {
      this.#keep(from);
      return;
    }
    const nameEnd = from + name.length;
    const closing = afterSpaces(text, nameEnd);
    this.#tag(name, nameEnd, text.charAt(closing) === '>' ? closing + 1 : -1);
  }

  #startTag(): void {
    const text = this.#text;
    const from = afterSpaces(text, this.#at + 1);
    const name = nameAt(text, from);
    if (name === '') {
      this.#keep(from);
      return;
    }
    const nameEnd = from + name.length;
    const end = this.#startTagEnd(nameEnd);
    const section = name.toLowerCase();
    const sign = text.charAt(nameEnd);
    // `<script/>` and `<script=a>` begin no script.
    const begins = isSection(section) && end >= 0 && sign !== '/' && sign !== '=';
    if (begins) this.#section(section, end);
    else this.#tag(name, nameEnd, end);
  }

  /** The position after a start tag by the end of its name, or -1. */
  #startTagEnd(nameEnd: number): number {
    const text = this.#text;
    const sign = text.charAt(nameEnd);
    if (sign === '>') return nameEnd + 1;
    if (text.startsWith('/>', nameEnd)) return nameEnd + 2;
    const hasContent = sign === '=' || (sign !== '' && isSpace(text.charCodeAt(nameEnd)));
    return hasContent ? this.#tagEnds.after(nameEnd + 1) : -1;
  }

  /**
   * Removes a tag, or keeps it if its name is escaped. Without an end (-1) it is plain text, unless
   * the text ends with the name.
   */
  #tag(name: string, nameEnd: number, end: number): void {
    const element = name.toLowerCase();
    const isComplete = end >= 0;
    const isEscaped =
      this.#escaped.has(element) && !isSection(element) && (isComplete || element !== LINE_BREAK);
    if (isComplete) {
      if (isEscaped) this.#keep(end);
      else this.#replace(end, INLINE.has(element) ? '' : '\n');
    } else if (nameEnd === this.#text.length && !isEscaped) this.#replace(nameEnd, '');
    else this.#keep(nameEnd);
  }

  /** A script or a style sheet. If its tags are escaped, only its content is removed. */
  #section(section: Section, tagEnd: number): void {
    const text = this.#text;
    const endTag = sectionEnd(text, section, tagEnd);
    if (this.#escaped.has(section)) {
      this.#keep(tagEnd);
      this.#replace(endTag?.start ?? text.length, '');
      this.#keep(endTag?.end ?? text.length);
    } else this.#replace(endTag?.end ?? text.length, endTag === undefined ? '' : '\n');
  }
}
