/**
 * The kinds of requests that are measured, and how a body of each is drawn. Pure: the same
 * materials and numbers give the same bodies.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { type Field, type FieldKind, type Materials, valuesOf } from './materials.js';

/** A source of random numbers in [0, 1). */
export type Draw = () => number;

export interface BenchClass {
  readonly name: string;
  /** Draws a body; returns undefined if the drawn document has no value for it. */
  readonly draw: (materials: Materials, draw: Draw) => JsonObject | undefined;
}

const PAGE = 10;

export const CLASSES: readonly BenchClass[] = [
  {
    name: 'word',
    draw: (m, d) => one(words(m, d, 1), ([field, text]) => search({ match: { [field]: text } })),
  },
  {
    name: 'two words',
    draw: (m, d) =>
      one(words(m, d, 2), ([field, query]) =>
        search({ match: { [field]: { query, operator: 'and' } } }),
      ),
  },
  {
    name: 'any of five words',
    draw: (m, d) => one(words(m, d, 5), ([field, query]) => search({ match: { [field]: query } })),
  },
  {
    name: 'phrase',
    draw: (m, d) =>
      one(words(m, d, 2), ([field, text]) => search({ match_phrase: { [field]: text } })),
  },
  {
    name: 'term',
    draw: (m, d) =>
      one(value(m, d, ['keyword']), ([field, text]) => search({ term: { [field]: text } })),
  },
  { name: 'range', draw: (m, d) => one(bounds(m, d), (range) => search({ range })) },
  {
    name: 'words, filtered',
    draw: (m, d) =>
      one(words(m, d, 2), ([field, text]) =>
        one(bounds(m, d), (range) =>
          search({ bool: { must: { match: { [field]: text } }, filter: { range } } }),
        ),
      ),
  },
  {
    name: 'sorted',
    draw: (m, d) =>
      one(bounds(m, d), (range) => ({
        ...search({ range }),
        sort: [{ [Object.keys(range)[0] ?? '']: 'desc' }],
      })),
  },
  {
    name: 'terms of a range',
    draw: (m, d) =>
      one(bounds(m, d), (range) =>
        one(fieldOf(m, d, ['keyword']), ({ name }) => ({
          size: 0,
          query: { range },
          aggs: { terms: { terms: { field: name } } },
        })),
      ),
  },
  {
    name: 'statistics of words',
    draw: (m, d) =>
      one(words(m, d, 1), ([text, word]) =>
        one(fieldOf(m, d, ['number']), ({ name: field }) => ({
          size: 0,
          query: { match: { [text]: word } },
          aggs: { stats: { stats: { field } } },
        })),
      ),
  },
];

const search = (query: JsonObject): JsonObject => ({ size: PAGE, query });

function one<T, R>(given: T | undefined, make: (value: T) => R): R | undefined {
  return given === undefined ? undefined : make(given);
}

const pick = <T>(list: readonly T[], draw: Draw): T | undefined =>
  list[Math.floor(draw() * list.length)];

function fieldOf(
  { fields }: Materials,
  draw: Draw,
  kinds: readonly FieldKind[],
): Field | undefined {
  return pick(
    fields.filter(({ kind }) => kinds.includes(kind)),
    draw,
  );
}

/** A field of one of these kinds and a value that a document has in it. */
function value(
  materials: Materials,
  draw: Draw,
  kinds: readonly FieldKind[],
): readonly [field: string, value: JsonValue] | undefined {
  const field = fieldOf(materials, draw, kinds);
  const found = field && documentValue(materials, field, draw);
  return field === undefined || found === undefined ? undefined : [field.name, found];
}

function documentValue(
  { documents }: Materials,
  { path }: Field,
  draw: Draw,
): JsonValue | undefined {
  const document = pick(documents, draw);
  return document && pick(valuesOf(document.source, path), draw);
}

const WORD = /\p{L}[\p{L}\p{N}]+/gu;

/** `count` words that follow each other in a text, with the text's field. */
function words(
  materials: Materials,
  draw: Draw,
  count: number,
): readonly [field: string, words: string] | undefined {
  const found = value(materials, draw, ['text']);
  const all = String(found?.[1] ?? '').match(WORD) ?? [];
  if (found === undefined || all.length < count) return undefined;
  const at = Math.floor(draw() * (all.length - count + 1));
  return [found[0], all.slice(at, at + count).join(' ')];
}

/** A range of a number or date field, between the values of two documents. */
function bounds(materials: Materials, draw: Draw): JsonObject | undefined {
  const field = fieldOf(materials, draw, ['number', 'date']);
  if (field === undefined) return undefined;
  const [a, b] = [documentValue(materials, field, draw), documentValue(materials, field, draw)];
  if (a === undefined || b === undefined) return undefined;
  const [gte, lte] = isBefore(a, b, field.kind) ? [a, b] : [b, a];
  return { [field.name]: { gte, lte } };
}

/** Numbers may be texts in a document, such as "9" and "10". */
function isBefore(a: JsonValue, b: JsonValue, kind: FieldKind): boolean {
  if (kind === 'date' && typeof a === 'string' && typeof b === 'string') return a < b;
  return Number(a) < Number(b);
}

const MOST_TRIES = 200;

/**
 * Draws bodies that have not come before. Returns `undefined` when MOST_TRIES draws in a row gave
 * none.
 */
export function freshBodies(
  { draw }: BenchClass,
  materials: Materials,
  random: Draw,
): () => JsonObject | undefined {
  const seen = new Set<string>();
  return () => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const body = draw(materials, random);
      if (body === undefined) continue;
      // Numbers from documents' sources may be longs, which are bigints here.
      const text = JSON.stringify(body, (_key, each) =>
        typeof each === 'bigint' ? String(each) : each,
      );
      if (seen.has(text)) continue;
      seen.add(text);
      return body;
    }
    return undefined;
  };
}
