/**
 * The deterministic automaton of a regular expression. All its states are made at once, so that an
 * expression with too many states is refused.
 */
import { ApiError } from '@skein/errors';
import { takeMemory } from '../../memory/request_memory.js';
import { AUTOMATON } from '../byte_table.js';
import type { CodePointAutomaton, CodePointMove } from '../code_points.js';
import { derivativesOf } from './derivatives.js';
import { type Expression, ExpressionPool } from './expression.js';
import { parseRegexp, type RegexpFlags } from './parser.js';

export interface RegexpOptions {
  readonly flags: RegexpFlags;
  readonly caseInsensitive: boolean;
  readonly maxDeterminizedStates: number;
}

/** Memory of a move. */
const MOVE_BYTES = 64;
/** The average work per state: the number of alternatives it consists of. */
const EFFORT_PER_STATE = 10;

export function regexpAutomaton(source: string, options: RegexpOptions): CodePointAutomaton {
  const { flags, caseInsensitive, maxDeterminizedStates } = options;
  const pool = new ExpressionPool();
  const derive = derivativesOf(pool);
  const states: Expression[] = [];
  const numbers = new Map<Expression, number>();
  const moves: CodePointMove[][] = [];
  const numberOf = (expression: Expression): number => {
    let number = numbers.get(expression);
    if (number === undefined) {
      number = states.push(expression) - 1;
      numbers.set(expression, number);
    }
    return number;
  };
  numberOf(parseRegexp(source, { flags, caseInsensitive, pool }));
  // Lucene does not count the states of an expression that is deterministic as it is written.
  const most = Math.max(0, maxDeterminizedStates) + source.length;
  let effort = 0;
  for (let state = 0; state < states.length; state++) {
    effort += alternatives(states[state]);
    if (state > most || effort > most * EFFORT_PER_STATE) {
      throw tooComplex(source, maxDeterminizedStates);
    }
    const pieces = derive(states[state]);
    takeMemory(pieces.length * MOVE_BYTES, AUTOMATON);
    moves.push(pieces.map(({ from, to, rest }) => ({ from, to, state: numberOf(rest) })));
  }
  return { moves: (state) => moves[state], accepts: (state) => states[state].nullable };
}

function alternatives(expression: Expression): number {
  switch (expression.kind) {
    case 'union':
    case 'intersection':
      return expression.members.reduce((sum, member) => sum + alternatives(member), 0);
    case 'complement':
      return alternatives(expression.inner);
    case 'concat':
      return alternatives(expression.first);
    default:
      return 1;
  }
}

function tooComplex(source: string, limit: number): ApiError {
  return new ApiError(
    'too_complex_to_determinize_exception',
    `Determinizing ${source} would require more than ${limit} effort.`,
  );
}
