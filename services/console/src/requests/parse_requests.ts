/**
 * Reads many requests from one text:
 *
 *     # a comment
 *     POST /logs/_search
 *     { "query": { "match_all": {} } }
 *
 * A line that begins with a method begins a request; the lines up to the next one are its body.
 * Lines that begin with `#` or `//` are comments. A text between three quotes may have line breaks,
 * as in Kibana's console; its lines are neither comments nor requests.
 */
export interface ParsedRequest {
  readonly method: RequestMethod;
  /** The path, with a leading slash. */
  readonly path: string;
  /** Undefined for a request without a body. */
  readonly body: string | undefined;
  /** The request's range in the text, without the blank lines after it. */
  readonly from: number;
  readonly to: number;
}

export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'] as const;
type RequestMethod = (typeof REQUEST_METHODS)[number];

const START = /^\s*(GET|POST|PUT|DELETE|HEAD|PATCH)\s+(\S+)\s*$/i;
const VARIABLE = /^\s*@[A-Za-z_]\w*\s*=/;
const QUOTE = '"""';
const COMMENT = /^\s*(?:#|\/\/)/;

interface Line {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export function parseRequests(text: string): readonly ParsedRequest[] {
  const found: { readonly head: Line; readonly body: Line[] }[] = [];
  let isQuoted = false;
  for (const line of linesOf(text)) {
    const last = found.at(-1);
    if (!isQuoted && START.test(line.text)) found.push({ head: line, body: [] });
    else if (last !== undefined && (isQuoted || !isAside(line.text))) {
      last.body.push(line);
      if (hasOneQuote(line.text)) isQuoted = !isQuoted && text.includes(QUOTE, line.to);
    }
  }
  return found.map(({ head, body }) => requestOf(head, body));
}

/** True for a line after which a text between three quotes has begun or ended. */
function hasOneQuote(line: string): boolean {
  return line.split(QUOTE).length % 2 === 0;
}

/** True for a line that is no part of a request: a comment or a variable (`variables.ts`). */
function isAside(line: string): boolean {
  return COMMENT.test(line) || VARIABLE.test(line);
}

/** The request that the caret is in, or the nearest before it, or the first. */
export function requestAt(text: string, caret: number): ParsedRequest | undefined {
  const all = parseRequests(text);
  return all.findLast(({ from }) => from <= caret) ?? all[0];
}

function* linesOf(text: string): Generator<Line> {
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    yield { text: text.slice(from, to).replace(/\r$/, ''), from, to };
    from = to + 1;
  }
}

function requestOf(head: Line, lines: readonly Line[]): ParsedRequest {
  const [, word = '', target = ''] = START.exec(head.text) ?? [];
  const last = lines.findLast(({ text }) => text.trim() !== '');
  const joined = lines
    .map(({ text }) => text)
    .join('\n')
    .trim();
  const path = target.replace(/^https?:\/\/[^/]+/, '');
  return {
    method: REQUEST_METHODS.find((each) => each === word.toUpperCase()) ?? 'GET',
    path: path.startsWith('/') ? path : `/${path}`,
    body: joined === '' ? undefined : bodyOf(joined, path),
    from: head.from,
    to: last?.to ?? head.to,
  };
}

/** The body as it is sent. Bodies of `_bulk` and `_msearch` end with a line break. */
function bodyOf(text: string, path: string): string {
  const plain = text.replace(/"""([\s\S]*?)"""/g, (_all, inside: string) =>
    JSON.stringify(inside.replace(/^\n/, '')),
  );
  return isLinesPath(path) ? `${plain}\n` : plain;
}

function isLinesPath(path: string): boolean {
  return /\/_(?:bulk|msearch)(?:\/template)?(?:\?|$)/.test(path);
}
