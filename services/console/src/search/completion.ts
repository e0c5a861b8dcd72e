/**
 * Completions at the caret of the query bar: names of fields, or values of the field before the
 * colon.
 */
export type Wanted =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'field'; readonly prefix: string; readonly start: number }
  | {
      readonly kind: 'value';
      readonly field: string;
      readonly prefix: string;
      readonly start: number;
    };

/**
 * The completion that the word before the caret asks for. Quotes, parentheses and operators are
 * understood as far as people usually type them.
 */
export function wantedAt(text: string, caret: number): Wanted {
  const before = text.slice(0, caret);
  const quoted = /(?:^|[\s(])[+\-!]?([^\s():"+\-!][^\s():"]*):"([^"]*)$/.exec(before);
  if (quoted !== null) {
    const [, field = '', prefix = ''] = quoted;
    return { kind: 'value', field, prefix, start: caret - prefix.length - 1 };
  }
  const [word = ''] = /[^\s()"]*$/.exec(before) ?? [];
  const bare = word.replace(/^[+\-!]/, '');
  const colon = bare.indexOf(':');
  if (colon > 0) {
    const prefix = bare.slice(colon + 1);
    return { kind: 'value', field: bare.slice(0, colon), prefix, start: caret - prefix.length };
  }
  if (bare === '' || colon === 0 || isInQuotes(before)) return { kind: 'nothing' };
  return { kind: 'field', prefix: bare, start: caret - bare.length };
}

function isInQuotes(text: string): boolean {
  return (text.split('"').length - 1) % 2 === 1;
}

/** Replaces the unfinished word by the choice; returns the new text and caret. */
export function completed(
  text: string,
  caret: number,
  wanted: Exclude<Wanted, { kind: 'nothing' }>,
  choice: string,
): { readonly text: string; readonly caret: number } {
  const put = wanted.kind === 'field' ? `${choice}:` : `${valueText(choice)} `;
  const rest = text.slice(caret).replace(/^"/, '');
  return { text: text.slice(0, wanted.start) + put + rest, caret: wanted.start + put.length };
}

/** The value quoted, if necessary, so that `query_string` reads it as one value. */
export function valueText(value: string): string {
  const isPlain = /^[\p{L}\p{N}_.@][\p{L}\p{N}_.@-]*$/u.test(value);
  const isWord = !/^(?:AND|OR|NOT|TO)$/.test(value);
  return isPlain && isWord ? value : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/**
 * The selected one of `count` choices after a step down (1) or up (-1). Before the first step none
 * is selected, which is -1; a step up then selects the last.
 */
export function nextChoice(chosen: number, step: 1 | -1, count: number): number {
  if (chosen < 0) return step === 1 ? 0 : count - 1;
  return (chosen + step + count) % count;
}
