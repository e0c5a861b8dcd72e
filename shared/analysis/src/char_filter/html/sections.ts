/**
 * The ends of comments, scripts and style sheets, as Lucene's `HTMLStripCharFilter` finds them. A
 * comment may hold directives for a server, `<!--#include file="a" -->`, which end like a comment
 * and may hold texts in quotes.
 */

const COMMENT_PARTS = /-->|<!--#/g;
const DIRECTIVE_PARTS = /-->|['"]/g;
/** In the comments of scripts and style sheets, quotes count as well. */
const INNER_COMMENT_PARTS = /-->|<!--#|['"]/g;
const QUOTED_PARTS: Readonly<Record<string, RegExp>> = {
  "'": /\\.?|'/gs,
  '"': /\\.?|"/gs,
};
const SECTION_PARTS = {
  script: /<!--|<\/\p{White_Space}*[sS][cC][rR][iI][pP][tT]\p{White_Space}*>/gu,
  style: /<!--|<\/\p{White_Space}*[sS][tT][yY][lL][eE]\p{White_Space}*>/gu,
} as const;
export type Section = keyof typeof SECTION_PARTS;

interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The position after the comment whose content begins at `from`; `undefined` if it has no end. */
export function commentEnd(text: string, from: number): number | undefined {
  return endOf(COMMENT_PARTS, text, from);
}

/** The end tag of a script or style sheet; `undefined` if there is none. */
export function sectionEnd(text: string, section: Section, from: number): Part | undefined {
  for (let at: number | undefined = from; at !== undefined; ) {
    const part = partAfter(SECTION_PARTS[section], text, at);
    if (part?.text !== '<!--') return part;
    at = endOf(INNER_COMMENT_PARTS, text, part.end);
  }
  return undefined;
}

/** The position after the first `-->` that is not in one of the other parts. */
function endOf(parts: RegExp, text: string, from: number): number | undefined {
  for (let at: number | undefined = from; at !== undefined; ) {
    const part = partAfter(parts, text, at);
    if (part === undefined || part.text === '-->') return part?.end;
    at =
      part.text === '<!--#'
        ? endOf(DIRECTIVE_PARTS, text, part.end)
        : quotedEnd(text, part.text, part.end);
  }
  return undefined;
}

function quotedEnd(text: string, quote: string, from: number): number | undefined {
  const parts = QUOTED_PARTS[quote] ?? DIRECTIVE_PARTS;
  for (let at = from; ; ) {
    const part = partAfter(parts, text, at);
    if (part === undefined || part.text === quote) return part?.end;
    at = part.end;
  }
}

function partAfter(parts: RegExp, text: string, from: number): Part | undefined {
  parts.lastIndex = from;
  const match = parts.exec(text);
  if (match === null) return undefined;
  return { text: match[0], start: match.index, end: match.index + match[0].length };
}
