/**
 * `concatenate_graph`: joins each path through the tokens into one token, with a separator between
 * the words.
 */
import { utf8Decode } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenFilterType } from '../build/component_type.js';
import { newToken } from '../token.js';
import { finiteStrings } from './finite_strings.js';
import { tokenAutomaton } from './token_automaton.js';

export const CONCATENATE_GRAPH: TokenFilterType = {
  name: 'concatenate_graph',
  readsSettingsLate: true,
  check: (settings) => {
    readGraph(settings);
  },
  create: (settings) => {
    const { separator, most, keepsHoles } = readGraph(settings);
    checkLimit(most);
    return {
      name: 'concatenate_graph',
      startsAnew: true,
      apply: (batch) => {
        const graph = tokenAutomaton(batch, { separator, keepsHoles });
        const tokens: Token[] = [];
        for (const bytes of finiteStrings(graph, most)) {
          const term = utf8Decode(Uint8Array.from(bytes));
          const token = newToken(term, 0, batch.finalOffset, 'word');
          if (tokens.length > 0) token.positionIncrement = 0;
          tokens.push(token);
        }
        batch.tokens = tokens;
        batch.trailingIncrement = 0;
      },
    };
  },
};

interface Graph {
  readonly separator: number | undefined;
  readonly most: number;
  readonly keepsHoles: boolean;
}

function readGraph(settings: ComponentSettings): Graph {
  const given = settings.string('token_separator') ?? ' ';
  if (given.length > 1) {
    throw new ApiError(
      'illegal_argument_exception',
      'token_separator must be either empty or a single character',
    );
  }
  return {
    separator: given === '' ? undefined : given.charCodeAt(0),
    most: settings.integer('max_graph_expansions', 100),
    keepsHoles: settings.boolean('preserve_position_increments', false),
  };
}

function checkLimit(most: number): void {
  if (most === -1 || most > 0) return;
  throw new ApiError(
    'illegal_argument_exception',
    `limit must be -1 (which means no limit), or > 0; got: ${most}`,
  );
}
