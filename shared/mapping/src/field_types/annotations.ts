/**
 * Text with annotations in link syntax: `[words](value)`, several values separated by `&`, each
 * URL-encoded.
 */
import type { AnalyzedText, Analyzer, Token } from '@skein/analysis';
import { utf8, utf8Decode } from '@skein/bytes';
import { ApiError } from '@skein/errors';

export interface Annotation {
  /** UTF-16 indices into the text without annotations. */
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

export interface AnnotatedText {
  /** The text without annotations. */
  readonly text: string;
  /** In text order. */
  readonly annotations: readonly Annotation[];
}

const ANNOTATED = /\[([^\][]*)\]\(([^)(]*)\)/g;

export function parseAnnotatedText(markup: string): AnnotatedText {
  const annotations: Annotation[] = [];
  let text = '';
  let at = 0;
  for (const match of markup.matchAll(ANNOTATED)) {
    const [whole, words = '', values = ''] = match;
    text += markup.slice(at, match.index);
    const start = text.length;
    text += words;
    at = match.index + whole.length;
    for (const value of valuesIn(values)) annotations.push({ start, end: text.length, value });
  }
  return { text: text + markup.slice(at), annotations };
}

function* valuesIn(encoded: string): Generator<string> {
  for (const part of encoded.split('&')) {
    if (/^[^=]+=[^=]+$/.test(part)) {
      throw new ApiError('parse_exception', 'key=value pairs are not supported in annotations');
    }
    if (part !== '' && !part.includes('=')) yield decoded(part);
  }
}

/** Decodes like Java's URLDecoder. */
function decoded(text: string): string {
  return text.replaceAll('+', ' ').replace(/(?:%..?)+|%/gs, (escapes) => {
    const bytes = escapes
      .slice(1)
      .split('%')
      .map((hex) => {
        if (/^[0-9a-f]{2}$/i.test(hex)) return Number.parseInt(hex, 16);
        throw new ApiError(
          'illegal_argument_exception',
          hex.length < 2
            ? 'URLDecoder: Incomplete trailing escape (%) pattern'
            : `URLDecoder: Illegal hex characters in escape (%) pattern - Error at index 0 in: "${hex}"`,
        );
      });
    return utf8Decode(Uint8Array.from(bytes));
  });
}

/** Encodes like Java's URLEncoder. */
export function encodedAnnotation(value: string): string {
  let text = '';
  for (const character of value) {
    if (/[a-zA-Z0-9.*_-]/.test(character)) text += character;
    else if (character === ' ') text += '+';
    else {
      for (const byte of utf8(character)) {
        text += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
      }
    }
  }
  return text;
}

/** Offsets refer to the text without annotations. */
export function annotatedAnalyzer(analyzer: Analyzer): Analyzer {
  return {
    name: analyzer.name,
    positionIncrementGap: analyzer.positionIncrementGap,
    offsetGap: analyzer.offsetGap,
    ...(analyzer.attributes && { attributes: analyzer.attributes }),
    ...(analyzer.searchOnly && { searchOnly: analyzer.searchOnly }),
    normalize: analyzer.normalize,
    analyze(markup): AnalyzedText {
      const { text, annotations } = parseAnnotatedText(markup);
      const analyzed = analyzer.analyze(text);
      if (annotations.length === 0) return analyzed;
      return { ...analyzed, tokens: [...injected(analyzed.tokens, annotations)] };
    },
  };
}

/**
 * Puts an annotation before the first word that begins at or after it, at that word's position,
 * spanning the words it covers.
 */
function* injected(tokens: readonly Token[], annotations: readonly Annotation[]): Generator<Token> {
  let next = 0;
  for (let i = 0; ; i++) {
    const token = tokens[i];
    if (token === undefined) return;
    const annotation = annotations[next];
    if (annotation === undefined || token.startOffset < annotation.start) {
      yield token;
      continue;
    }
    const { start, end } = annotation;
    const positionLength = lengthOf(tokens, i, end);
    const common = { positionLength, startOffset: start, endOffset: end, keyword: false };
    const first = next;
    while (annotations[next]?.start === start) next++;
    // The first one, then the others in reverse, as the plugin stacks them.
    const others = annotations.slice(first + 1, next).reverse();
    const { positionIncrement } = token;
    yield { ...common, term: annotation.value, positionIncrement, type: 'annotation' };
    for (const { value } of others) {
      yield { ...common, term: value, positionIncrement: 0, type: 'annotation' };
    }
    yield { ...token, positionIncrement: 0 };
  }
}

function lengthOf(tokens: readonly Token[], from: number, end: number): number {
  let length = 1;
  for (let i = from; ; i++) {
    const token = tokens[i];
    const after = tokens[i + 1];
    if (token === undefined || after === undefined || token.endOffset > end) break;
    if (after.endOffset <= end && after.startOffset < end) length += after.positionIncrement;
  }
  return length;
}
