/**
 * Computes the derivatives of an expression: for each range of characters with the same rest, that
 * rest.
 */
import { checkWanted } from '@skein/base';
import { takeMemory } from '../../memory/request_memory.js';
import { AUTOMATON } from '../byte_table.js';
import { MAX_CODE_POINT } from '../code_points.js';
import type { Expression, ExpressionPool } from './expression.js';

/** Ranges, ascending and disjoint; characters outside all of them match nothing. */
type Derivatives = readonly {
  readonly from: number;
  readonly to: number;
  readonly rest: Expression;
}[];

/** Memory of a range and its rest. */
const PIECE_BYTES = 64;

type Combine = (rests: readonly Expression[]) => Expression;

export function derivativesOf(pool: ExpressionPool): (expression: Expression) => Derivatives {
  const known = new Map<Expression, Derivatives>();
  const derive = (expression: Expression): Derivatives => {
    let found = known.get(expression);
    if (found === undefined) {
      found = compute(expression, pool, derive);
      takeMemory(found.length * PIECE_BYTES, AUTOMATON);
      known.set(expression, found);
    }
    return found;
  };
  return derive;
}

function compute(
  expression: Expression,
  pool: ExpressionPool,
  derive: (expression: Expression) => Derivatives,
): Derivatives {
  switch (expression.kind) {
    case 'nothing':
    case 'empty_text':
      return [];
    case 'characters':
      return expression.ranges.map(([from, to]) => ({ from, to, rest: pool.emptyText }));
    case 'concat': {
      const { first, rest } = expression;
      const through = mapRests(derive(first), (left) => pool.concat(left, rest));
      if (!first.nullable) return through;
      return merge([through, derive(rest)], (rests) => pool.union(rests));
    }
    case 'union':
      return merge(expression.members.map(derive), (rests) => pool.union(rests));
    case 'intersection': {
      const count = expression.members.length;
      return merge(expression.members.map(derive), (rests) =>
        rests.length === count ? pool.intersection(rests) : pool.nothing,
      );
    }
    case 'complement':
      return fillGaps(
        mapRests(derive(expression.inner), (rest) => pool.complement(rest)),
        pool.anything,
      );
    case 'repeat': {
      const { inner, min, max } = expression;
      const again = pool.repeat(inner, Math.max(min - 1, 0), max - 1);
      return mapRests(derive(inner), (rest) => pool.concat(rest, again));
    }
  }
}

function mapRests(of: Derivatives, change: (rest: Expression) => Expression): Derivatives {
  return of
    .map(({ from, to, rest }) => ({ from, to, rest: change(rest) }))
    .filter(({ rest }) => rest.kind !== 'nothing');
}

/** Cuts the lists at all their bounds; each piece gets the combined rests of the lists there. */
function merge(lists: readonly Derivatives[], combine: Combine): Derivatives {
  checkWanted();
  const starts = new Set<number>();
  for (const list of lists) {
    for (const { from, to } of list) starts.add(from).add(to + 1);
  }
  const bounds = [...starts].sort((a, b) => a - b);
  const next = lists.map(() => 0);
  const merged: { from: number; to: number; rest: Expression }[] = [];
  for (let i = 0; i + 1 < bounds.length; i++) {
    const [from, to] = [bounds[i], bounds[i + 1] - 1];
    const rests: Expression[] = [];
    lists.forEach((list, k) => {
      while (next[k] < list.length && list[next[k]].to < from) next[k]++;
      const piece = list[next[k]];
      if (piece !== undefined && piece.from <= from) rests.push(piece.rest);
    });
    const rest = rests.length === 0 ? undefined : combine(rests);
    if (rest === undefined || rest.kind === 'nothing') continue;
    const last = merged.at(-1);
    if (last !== undefined && last.rest === rest && last.to === from - 1) last.to = to;
    else merged.push({ from, to, rest });
  }
  return merged;
}

function fillGaps(of: Derivatives, filler: Expression): Derivatives {
  const filled: { from: number; to: number; rest: Expression }[] = [];
  let next = 0;
  for (const piece of of) {
    if (piece.from > next) filled.push({ from: next, to: piece.from - 1, rest: filler });
    filled.push(piece);
    next = piece.to + 1;
  }
  if (next <= MAX_CODE_POINT) filled.push({ from: next, to: MAX_CODE_POINT, rest: filler });
  return filled;
}
