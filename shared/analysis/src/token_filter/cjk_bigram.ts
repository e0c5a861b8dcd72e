/** `cjk_bigram`: joins neighbouring characters of Chinese, Japanese and Korean into pairs. */
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import { newToken } from '../token.js';

const SCRIPTS: Readonly<Record<string, string>> = {
  han: '<IDEOGRAPHIC>',
  hiragana: '<HIRAGANA>',
  katakana: '<KATAKANA>',
  hangul: '<HANGUL>',
};

export const CJK_BIGRAM: TokenFilterType = {
  name: 'cjk_bigram',
  create: (settings) => {
    const ignored = new Set(settings.list('ignored_scripts') ?? []);
    const unigrams = settings.boolean('output_unigrams', false);
    const types = new Set(
      Object.entries(SCRIPTS)
        .filter(([script]) => !ignored.has(script))
        .map(([, type]) => type),
    );
    return {
      name: 'cjk_bigram',
      forbidsGraphs: unigrams,
      inRules: unigrams ? 'refused' : 'skipped',
      apply: (batch) => {
        const tokens: Token[] = [];
        let run: Token[] = [];
        for (const token of batch.tokens) {
          const isCjk = types.has(token.type);
          const last = run[run.length - 1];
          if (last && (!isCjk || last.endOffset !== token.startOffset)) {
            pushRun(tokens, run, unigrams);
            run = [];
          }
          if (isCjk) for (const character of characters(token)) run.push(character);
          else tokens.push(token);
        }
        pushRun(tokens, run, unigrams);
        batch.tokens = tokens;
      },
    };
  },
};

/**
 * The single characters of a token, as tokens one after the other. As in Lucene, gaps before the
 * token and other tokens at its position are forgotten.
 */
function characters(token: Token): Token[] {
  const list = [...token.term];
  // A term whose length differs from its text cannot be cut along its offsets.
  const exact = token.term.length === token.endOffset - token.startOffset;
  let at = token.startOffset;
  return list.map((character) => {
    const end = exact ? at + character.length : token.endOffset;
    const single = newToken(character, exact ? at : token.startOffset, end, '<SINGLE>');
    if (exact) at = end;
    return single;
  });
}

function pushRun(tokens: Token[], run: readonly Token[], unigrams: boolean): void {
  const [only] = run;
  if (run.length === 1 && only) tokens.push(only);
  if (run.length < 2) return;
  run.forEach((single, index) => {
    if (unigrams) tokens.push(single);
    const next = run[index + 1];
    if (!next) return;
    const pair = newToken(single.term + next.term, single.startOffset, next.endOffset, '<DOUBLE>');
    if (unigrams) {
      pair.positionIncrement = 0;
      pair.positionLength = 2;
    }
    tokens.push(pair);
  });
}
