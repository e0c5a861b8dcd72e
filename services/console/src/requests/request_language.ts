/** The syntax colours and folding of requests in the editor: a line with a method, then JSON. */
import {
  foldService,
  HighlightStyle,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { tags } from '@lezer/highlight';

const METHOD = /^(?:GET|POST|PUT|DELETE|HEAD|PATCH)(?=\s)/i;

interface Place {
  /** True when the rest of the line is a path. */
  isTarget: boolean;
}

export const requestLanguage = StreamLanguage.define<Place>({
  name: 'requests',
  startState: () => ({ isTarget: false }),
  token: (stream, place) => {
    if (stream.sol()) place.isTarget = false;
    if (stream.eatSpace()) return null;
    if (stream.match(/^(?:#|\/\/).*/)) return 'comment';
    if (stream.match(/^@\w+(?=\s*=)/)) return 'propertyName';
    if (stream.column() === stream.indentation() && stream.match(METHOD)) {
      place.isTarget = true;
      return 'keyword';
    }
    if (place.isTarget) {
      stream.skipToEnd();
      return 'link';
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) {
      return stream.match(/^\s*:/, false) ? 'propertyName' : 'string';
    }
    if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number';
    if (stream.match(/^(?:true|false|null)\b/)) return 'bool';
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
});

/** Folds from a line that ends with an opening bracket to the matching closing one. */
export const bracketFolding = foldService.of((state, from, to) => {
  const line = state.doc.sliceString(from, to);
  if (!/[{[]\s*$/.test(line)) return null;
  let depth = 0;
  for (let at = from; at < state.doc.length; at++) {
    const character = state.doc.sliceString(at, at + 1);
    if (character === '{' || character === '[') depth++;
    if (character !== '}' && character !== ']') continue;
    depth--;
    if (depth === 0) return at > to ? { from: to, to: at } : null;
  }
  return null;
});

/**
 * Colours are custom properties of the page's style sheets, which apply inside the shadow root too.
 */
export const requestColours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.keyword, color: 'var(--accent)', fontWeight: '700' },
    { tag: tags.link, color: 'var(--ink)' },
    { tag: tags.propertyName, color: 'var(--code-key)' },
    { tag: tags.string, color: 'var(--code-text)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
    { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  ]),
);
