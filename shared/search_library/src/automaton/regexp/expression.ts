/**
 * Regular expressions as values: equal expressions are the same object, and obvious simplifications
 * are made when they are built. This keeps the number of derivatives finite and small (Owens, Reppy
 * and Turon, "Regular-expression derivatives re-examined", 2009). A short pattern may still have
 * millions, so the memory of each is counted before it is made, and cancellation is checked now and
 * then.
 */
import { checkWanted } from '@skein/base';
import { takeMemory } from '../../memory/request_memory.js';
import { AUTOMATON } from '../byte_table.js';

/** Inclusive ranges of code points, ascending, not touching. */
export type CharacterRanges = readonly (readonly [number, number])[];

interface Common {
  readonly id: number;
  /** True if the empty text matches. */
  readonly nullable: boolean;
}

export type Expression = Common &
  (
    | { readonly kind: 'nothing' }
    | { readonly kind: 'empty_text' }
    | { readonly kind: 'characters'; readonly ranges: CharacterRanges }
    | { readonly kind: 'concat'; readonly first: Expression; readonly rest: Expression }
    | { readonly kind: 'union'; readonly members: readonly Expression[] }
    | { readonly kind: 'intersection'; readonly members: readonly Expression[] }
    | { readonly kind: 'complement'; readonly inner: Expression }
    | {
        readonly kind: 'repeat';
        readonly inner: Expression;
        readonly min: number;
        readonly max: number;
      }
  );

/** Approximate measured bytes of an expression without its key. */
const EXPRESSION_BYTES = 200;
/** Expressions made between two checks for cancellation. */
const CHECK_INTERVAL = 1024;

type Shape = Expression extends infer E
  ? E extends Common
    ? Omit<E, keyof Common>
    : never
  : never;

/** Makes the expressions of one pattern. */
export class ExpressionPool {
  readonly #known = new Map<string, Expression>();
  readonly nothing: Expression;
  readonly emptyText: Expression;
  /** Matches every text. */
  readonly anything: Expression;

  constructor() {
    this.nothing = this.#intern('0', { kind: 'nothing' }, false);
    this.emptyText = this.#intern('1', { kind: 'empty_text' }, true);
    this.anything = this.#intern('!', { kind: 'complement', inner: this.nothing }, true);
  }

  characters(given: CharacterRanges): Expression {
    const ranges = normalRanges(given);
    if (ranges.length === 0) return this.nothing;
    return this.#intern(`[${ranges.join(';')}`, { kind: 'characters', ranges }, false);
  }

  concat(first: Expression, rest: Expression): Expression {
    if (first.kind === 'nothing' || rest.kind === 'nothing') return this.nothing;
    if (first.kind === 'empty_text') return rest;
    if (rest.kind === 'empty_text') return first;
    if (first.kind === 'concat') return this.concat(first.first, this.concat(first.rest, rest));
    const nullable = first.nullable && rest.nullable;
    return this.#intern(`.${first.id},${rest.id}`, { kind: 'concat', first, rest }, nullable);
  }

  union(given: readonly Expression[]): Expression {
    const flat = given.flatMap((one) => (one.kind === 'union' ? one.members : [one]));
    if (flat.includes(this.anything)) return this.anything;
    const ranges = flat.flatMap((one) => (one.kind === 'characters' ? one.ranges : []));
    const others = flat.filter((one) => one.kind !== 'characters' && one.kind !== 'nothing');
    const members = distinct(ranges.length === 0 ? others : [...others, this.characters(ranges)]);
    if (members.length <= 1) return members[0] ?? this.nothing;
    const nullable = members.some((one) => one.nullable);
    return this.#intern(`|${idsOf(members)}`, { kind: 'union', members }, nullable);
  }

  intersection(given: readonly Expression[]): Expression {
    const flat = given.flatMap((one) => (one.kind === 'intersection' ? one.members : [one]));
    if (flat.includes(this.nothing)) return this.nothing;
    const members = distinct(flat.filter((one) => one !== this.anything));
    if (members.length <= 1) return members[0] ?? this.anything;
    const nullable = members.every((one) => one.nullable);
    return this.#intern(`&${idsOf(members)}`, { kind: 'intersection', members }, nullable);
  }

  complement(inner: Expression): Expression {
    if (inner.kind === 'complement') return inner.inner;
    return this.#intern(`~${inner.id}`, { kind: 'complement', inner }, !inner.nullable);
  }

  /** Repeats an expression; `max` may be infinite. */
  repeat(inner: Expression, min: number, max: number): Expression {
    if (min > max) return this.nothing;
    if (max === 0 || inner.kind === 'empty_text') return this.emptyText;
    if (min === 1 && max === 1) return inner;
    if (inner.kind === 'nothing') return min === 0 ? this.emptyText : this.nothing;
    if (inner.kind === 'repeat' && inner.min === 0 && inner.max === Number.POSITIVE_INFINITY) {
      return inner;
    }
    const nullable = min === 0 || inner.nullable;
    return this.#intern(
      `*${inner.id},${min},${max}`,
      { kind: 'repeat', inner, min, max },
      nullable,
    );
  }

  #intern(key: string, shape: Shape, nullable: boolean): Expression {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    takeMemory(EXPRESSION_BYTES + key.length, AUTOMATON);
    if (this.#known.size % CHECK_INTERVAL === 0) checkWanted();
    // The compiler loses which kind has which members when a union is spread.
    const made = { ...shape, id: this.#known.size, nullable } as Expression;
    this.#known.set(key, made);
    return made;
  }
}

function distinct(members: readonly Expression[]): Expression[] {
  return [...new Set(members)].sort((a, b) => a.id - b.id);
}

function idsOf(members: readonly Expression[]): string {
  return members.map((one) => one.id).join();
}

function normalRanges(ranges: CharacterRanges): CharacterRanges {
  const joined: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
