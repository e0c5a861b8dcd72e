/**
 * `synonym_graph`: makes synonyms of several words side paths with positions of their own, so that
 * phrases match exactly. As in Lucene's `SynonymGraphFilter`, the paths begin where the token
 * before them ends; holes before a matched word, and between matched words, are closed.
 */
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import { newToken } from '../token.js';
import { longestMatch, type SynonymMatch } from './synonym_match.js';
import { checkSynonymSettings, parseSynonyms } from './synonym_rules.js';

export const SYNONYM_GRAPH: TokenFilterType = {
  name: 'synonym_graph',
  needsSettings: true,
  readsSettingsLate: true,
  check: (settings) => void checkSynonymSettings(settings),
  create: (settings, context) => {
    const root = parseSynonyms(settings, context.chain, context.outside);
    return {
      name: 'synonym_graph',
      searchOnly: settings.boolean('updateable', false),
      inRules: 'skipped',
      apply: (batch) => {
        const tokens: Token[] = [];
        let toEnd = 1;
        for (let at = 0; at < batch.tokens.length; ) {
          const match = longestMatch(root, batch.tokens, at);
          if (match) {
            pushPaths(tokens, batch.tokens.slice(at, at + match.length), match, toEnd);
            toEnd = 1;
            at += match.length;
          } else {
            const token = batch.tokens[at++];
            toEnd = token.positionLength;
            tokens.push(token);
          }
        }
        batch.tokens = tokens;
      },
    };
  },
};

interface Step {
  readonly token: Token;
  readonly from: number;
  readonly to: number;
}

/**
 * Adds the paths, which begin `toEnd` positions behind the last token. The last token pushed ends
 * at the next position of all paths: nodes inside paths are numbered in the order of the paths, so
 * the greatest is where the last token begins.
 */
function pushPaths(
  tokens: Token[],
  matched: readonly Token[],
  match: SynonymMatch,
  toEnd: number,
): void {
  const { outputs, keepsOriginal } = match.node;
  const start = matched[0].startOffset;
  const end = matched[matched.length - 1].endOffset;
  const paths = outputs.map((output) =>
    output.map((word) => newToken(word, start, end, 'SYNONYM')),
  );
  if (keepsOriginal) paths.push([...matched]);
  const target = 1 + paths.reduce((sum, path) => sum + path.length - 1, 0);
  const heads: Step[] = [];
  const tails: Step[] = [];
  let node = 1;
  for (const path of paths) {
    for (let i = 0; i < path.length; i++) {
      const from = i === 0 ? 0 : node++;
      const to = i === path.length - 1 ? target : node;
      (i === 0 ? heads : tails).push({ token: path[i], from, to });
    }
  }
  let position = 0;
  let increment = toEnd;
  for (const { token, from, to } of [...heads, ...tails]) {
    token.positionIncrement = increment + from - position;
    token.positionLength = to - from;
    position = from;
    increment = 0;
    tokens.push(token);
  }
}
