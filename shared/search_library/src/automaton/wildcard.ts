/**
 * Wildcard patterns: `*` stands for any characters, `?` for one character; `\` quotes the next
 * character. Case-insensitive matching folds ASCII letters only, as in OpenSearch.
 */
import { utf8 } from '@skein/bytes';
import { type ByteAutomaton, determinise } from './byte_automaton.js';

import { checkEffort, type WildcardPart } from './wildcard_effort.js';

export interface WildcardOptions {
  readonly caseInsensitive?: boolean;
}

export function wildcardAutomaton(pattern: string, options: WildcardOptions = {}): ByteAutomaton {
  const parts = parseWildcard(pattern);
  checkEffort(parts);
  return automatonOf(parts, options.caseInsensitive === true, pattern);
}

/**
 * Accepts terms that begin with a text. Used for case-insensitive prefixes; others are ranges of
 * terms.
 */
export function prefixAutomaton(prefix: string, options: WildcardOptions = {}): ByteAutomaton {
  const parts: WildcardPart[] = [...prefix].map((text) => ({ kind: 'literal', text }));
  const all: WildcardPart[] = [...parts, { kind: 'any_string' }];
  return automatonOf(all, options.caseInsensitive === true, prefix);
}

/** The prefix of every matching term. */
export function wildcardPrefix(pattern: string): string {
  let prefix = '';
  for (const part of parseWildcard(pattern)) {
    if (part.kind !== 'literal') break;
    prefix += part.text;
  }
  return prefix;
}

function parseWildcard(pattern: string): WildcardPart[] {
  const parts: WildcardPart[] = [];
  const characters = [...pattern];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i];
    if (character === '*') parts.push({ kind: 'any_string' });
    else if (character === '?') parts.push({ kind: 'any_character' });
    else {
      // A backslash at the very end stands for itself.
      const escaped = character === '\\' && i + 1 < characters.length;
      parts.push({ kind: 'literal', text: escaped ? characters[++i] : character });
    }
  }
  return parts;
}

interface BuiltNode {
  accepting: boolean;
  moves: { from: number; to: number; node: number }[];
}

/** Makes one node before each part and one at the end; multi-byte characters get more nodes. */
function automatonOf(
  parts: readonly WildcardPart[],
  caseInsensitive: boolean,
  source: string,
): ByteAutomaton {
  const nodes: BuiltNode[] = [];
  const newNode = (): number => nodes.push({ accepting: false, moves: [] }) - 1;
  const connect = (
    path: readonly (readonly [number, number])[],
    start: number,
    end: number,
  ): void => {
    let node = start;
    path.forEach(([from, to], i) => {
      const next = i === path.length - 1 ? end : newNode();
      nodes[node].moves.push({ from, to, node: next });
      node = next;
    });
  };
  let current = newNode();
  for (const part of parts) {
    if (part.kind === 'any_string') {
      nodes[current].moves.push({ from: 0, to: 255, node: current });
      continue;
    }
    const next = newNode();
    const paths =
      part.kind === 'any_character' ? ANY_CHARACTER : literalPaths(part.text, caseInsensitive);
    for (const path of paths) connect(path, current, next);
    current = next;
  }
  nodes[current].accepting = true;
  return determinise(nodes, [0], source);
}

type BytePath = readonly (readonly [number, number])[];

const CONTINUATION = [0x80, 0xbf] as const;

/** UTF-8 sequences by length. Terms are valid, so surrogates and overlong forms may pass. */
const ANY_CHARACTER: readonly BytePath[] = [
  [[0x00, 0x7f]],
  [[0xc0, 0xdf], CONTINUATION],
  [[0xe0, 0xef], CONTINUATION, CONTINUATION],
  [[0xf0, 0xf7], CONTINUATION, CONTINUATION, CONTINUATION],
];

function literalPaths(text: string, caseInsensitive: boolean): BytePath[] {
  const spellings = new Set([text]);
  if (caseInsensitive && text < '\u0080') {
    spellings.add(text.toLowerCase());
    spellings.add(text.toUpperCase());
  }
  return Array.from(spellings, (spelling) =>
    Array.from(utf8(spelling), (byte) => [byte, byte] as const),
  );
}
