/** Parses types, and detects them: `Map.Entry[] x` starts a declaration, `a.b` alone does not. */
import type { TypeName } from './ast.js';
import type { TokenStream } from './token_stream.js';

/** The number of tokens of the type that starts at `from`; 0 if there is none. */
export function typeLength(tokens: TokenStream, from = 0): number {
  const first = tokens.peek(from);
  let length = 1;
  if (first.kind === 'id') {
    while (tokens.at('.', from + length) && tokens.peek(from + length + 1).kind === 'dot_id')
      length += 2;
  } else if (first.kind !== 'primitive' && !tokens.at('def', from)) {
    return 0;
  }
  while (tokens.at('[', from + length) && tokens.at(']', from + length + 1)) length += 2;
  return length;
}

/** Parses a type without array brackets. */
export function parsePlainType(tokens: TokenStream): TypeName {
  const first = tokens.peek();
  if (typeLength(tokens) === 0) throw tokens.unexpected();
  let name = tokens.take().text;
  while (first.kind === 'id' && tokens.at('.') && tokens.peek(1).kind === 'dot_id') {
    tokens.take();
    name += `.${tokens.take().text}`;
  }
  return { at: first.at, name };
}

export function parseType(tokens: TokenStream): TypeName {
  const plain = parsePlainType(tokens);
  let name = plain.name;
  while (tokens.at('[') && tokens.at(']', 1)) {
    tokens.take();
    tokens.take();
    name += '[]';
  }
  return { at: plain.at, name };
}
