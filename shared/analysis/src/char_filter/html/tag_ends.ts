/**
 * Finds the ends of start tags, as Lucene's `HTMLStripCharFilter` 9.12 does. The content of a tag
 * is any text without `<` and `>`, values of attributes in quotes, and directives for a server
 * (`<!--#echo "a" -->`). The longest tag counts. A quotation mark may be the start of a value or
 * plain text, so all readings are followed at once, each as a bit of the state.
 */

/** Outside of any value or directive. */
const CONTENT = 1;
const NAME = 1 << 1;
const AFTER_NAME = 1 << 2;
const AFTER_EQUALS = 1 << 3;
const ATTRIBUTE = NAME | AFTER_NAME | AFTER_EQUALS;
/** `escaped`: behind a backslash, so that the value may go on after the next quotation mark. */
const SINGLE = { mark: 0x27, inside: 1 << 4, escaped: 1 << 5, after: CONTENT };
const DOUBLE = { mark: 0x22, inside: 1 << 6, escaped: 1 << 7, after: CONTENT };
/** `<`, `<!`, `<!-`, `<!--` of the start of a directive. */
const OPENING = [1 << 8, 1 << 9, 1 << 10, 1 << 11] as const;
const DIRECTIVE = 1 << 12;
/** `-` and `--` of the end of a directive. */
const CLOSING = [1 << 13, 1 << 14] as const;
const SINGLE_IN_DIRECTIVE = { mark: 0x27, inside: 1 << 15, escaped: 1 << 16, after: DIRECTIVE };
const DOUBLE_IN_DIRECTIVE = { mark: 0x22, inside: 1 << 17, escaped: 1 << 18, after: DIRECTIVE };
const QUOTES = [SINGLE, DOUBLE, SINGLE_IN_DIRECTIVE, DOUBLE_IN_DIRECTIVE];

const SPACE_SIGN = 0x20;
const EXCLAMATION = 0x21;
const HASH = 0x23;
const DASH = 0x2d;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const BACKSLASH = 0x5c;
const OPENING_SIGNS = [EXCLAMATION, DASH, DASH];

/**
 * Distance of the positions whose results are remembered. Two searches that arrive at a position in
 * the same state have the same result, so that many tags without an end take linear time.
 */
const STRIDE = 1024;

interface Visit {
  readonly at: number;
  readonly states: number;
}

export class TagEnds {
  readonly #text: string;
  /** Results from a position on by its states; -1: the tag does not end there. */
  readonly #known = new Map<number, Map<number, number>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The position after the tag whose content begins at `from`; -1 if it has no end. */
  after(from: number): number {
    const visits: Visit[] = [];
    const end = this.#search(from, visits);
    for (const { at, states } of visits) {
      const known = this.#known.get(at) ?? new Map<number, number>();
      this.#known.set(at, known.set(states, end > at ? end : -1));
    }
    return end;
  }

  #search(from: number, visits: Visit[]): number {
    const text = this.#text;
    let states = CONTENT;
    let end = -1;
    for (let at = from; at < text.length && states !== 0; ) {
      if (at % STRIDE === 0) {
        const known = this.#known.get(at)?.get(states);
        if (known !== undefined) return Math.max(end, known);
        visits.push({ at, states });
      }
      const code = text.codePointAt(at) ?? 0;
      at += code > 0xffff ? 2 : 1;
      if (code === GREATER && (states & CONTENT) !== 0) end = at;
      states = following(states, code);
    }
    return end;
  }
}

/** The states after a character. */
function following(states: number, code: number): number {
  let next = 0;
  if ((states & CONTENT) !== 0) {
    if (code === LESS) next |= OPENING[0];
    else if (code !== GREATER) next |= CONTENT | (isNameStart(code) ? NAME : 0);
  }
  if ((states & ATTRIBUTE) !== 0) next |= inAttribute(states, code);
  if (states >= SINGLE.inside) next |= inQuotes(states, code);
  if (states >= OPENING[0]) next |= inDirective(states, code);
  return next;
}

function inAttribute(states: number, code: number): number {
  if (code === EQUALS) return (states & (NAME | AFTER_NAME)) === 0 ? 0 : AFTER_EQUALS;
  if (isSpace(code)) {
    const isNamed = (states & (NAME | AFTER_NAME)) !== 0;
    return (states & AFTER_EQUALS) | (isNamed ? AFTER_NAME : 0);
  }
  let next = (states & NAME) !== 0 && isNamePart(code) ? NAME : 0;
  if ((states & AFTER_EQUALS) !== 0) {
    if (code === SINGLE.mark) next |= SINGLE.inside;
    if (code === DOUBLE.mark) next |= DOUBLE.inside;
  }
  return next;
}

function inQuotes(states: number, code: number): number {
  let next = 0;
  for (let i = 0; i < QUOTES.length; i++) {
    const { mark, inside, escaped, after } = QUOTES[i];
    if ((states & escaped) !== 0 && code === mark) next |= inside;
    if ((states & inside) === 0) continue;
    next |= code === mark ? after : inside;
    if (code === BACKSLASH) next |= escaped;
  }
  return next;
}

function inDirective(states: number, code: number): number {
  let next = 0;
  for (let i = 0; i < OPENING_SIGNS.length; i++) {
    if ((states & OPENING[i]) !== 0 && code === OPENING_SIGNS[i]) next |= OPENING[i + 1];
  }
  if ((states & OPENING[3]) !== 0 && code === HASH) next |= DIRECTIVE;
  if ((states & DIRECTIVE) !== 0) {
    if (code === SINGLE.mark) next |= SINGLE_IN_DIRECTIVE.inside;
    else if (code === DOUBLE.mark) next |= DOUBLE_IN_DIRECTIVE.inside;
    else next |= DIRECTIVE | (code === DASH ? CLOSING[0] : 0);
  }
  if ((states & CLOSING[0]) !== 0 && code === DASH) next |= CLOSING[1];
  if ((states & CLOSING[1]) !== 0 && code === GREATER) next |= CONTENT;
  return next;
}

const NAME_START = /[:_\p{ID_Start}]/u;
const NAME_PART = /[-.:_\p{ID_Continue}]/u;
const SPACE = /\p{White_Space}/u;
const NAME_AT = /[:_\p{ID_Start}][-.:_\p{ID_Continue}]*/uy;
const SPACES_AT = /\p{White_Space}*/uy;

function isNameStart(code: number): boolean {
  const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  return isLetter || (code !== SPACE_SIGN && NAME_START.test(String.fromCodePoint(code)));
}

function isNamePart(code: number): boolean {
  return isNameStart(code) || NAME_PART.test(String.fromCodePoint(code));
}

export function isSpace(code: number): boolean {
  if (code < 0x80) return code === SPACE_SIGN || (code >= 0x09 && code <= 0x0d);
  return SPACE.test(String.fromCodePoint(code));
}

/** The name of an element or attribute at a position; empty if there is none. */
export function nameAt(text: string, at: number): string {
  NAME_AT.lastIndex = at;
  return NAME_AT.exec(text)?.[0] ?? '';
}

/** The position after the spaces at a position. */
export function afterSpaces(text: string, at: number): number {
  SPACES_AT.lastIndex = at;
  return at + (SPACES_AT.exec(text)?.[0].length ?? 0);
}
