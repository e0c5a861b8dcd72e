/** Documents as rows: the values at a path, as text, with the matches marked. */
import { isList, isObject, type Json, writeJson } from '../json/exact_json.js';
import { MARK_END, MARK_START } from './search_request.js';
import { isScalar, type Scalar } from './search_state.js';

export interface Hit {
  readonly _index: string;
  readonly _id: string;
  readonly _score: number | null;
  readonly _source?: Json;
  readonly highlight?: Readonly<Record<string, readonly string[]>>;
  readonly sort?: readonly Json[];
}

export interface Leaf {
  readonly path: string;
  /** All values at the path, including those in arrays. */
  readonly values: readonly Scalar[];
}

/**
 * The leaves in the document's order. Objects in arrays share their paths, as they do in the index.
 */
export function leavesOf(source: Json | undefined): readonly Leaf[] {
  const found = new Map<string, Scalar[]>();
  const visit = (value: Json, path: string): void => {
    if (isList(value)) {
      for (const item of value) visit(item, path);
    } else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        visit(member, path === '' ? key : `${path}.${key}`);
      }
    } else if (isScalar(value)) {
      const values = found.get(path);
      if (values === undefined) found.set(path, [value]);
      else values.push(value);
    }
  };
  if (source !== undefined) visit(source, '');
  return [...found].map(([path, values]) => ({ path, values }));
}

/** A part of a text; `isMarked` is true when it matched. */
export interface Part {
  readonly text: string;
  readonly isMarked: boolean;
}

/**
 * The value's text with highlights if the answer has them: those of the field itself come before
 * those of its `.keyword` sub-field.
 */
export function cellParts({ _source, highlight = {} }: Hit, path: string): readonly Part[] {
  const marked = highlight[path] ?? highlight[`${path}.keyword`];
  if (marked !== undefined) return partsOf(marked.join(', '));
  const leaf = leavesOf(_source).find((one) => one.path === path);
  return leaf === undefined ? [] : [{ text: leaf.values.map(String).join(', '), isMarked: false }];
}

export function partsOf(text: string): readonly Part[] {
  return text
    .split(MARK_START)
    .flatMap((piece, i) => {
      if (i === 0) return [{ text: piece, isMarked: false }];
      const [inside = '', ...outside] = piece.split(MARK_END);
      return [
        { text: inside, isMarked: true },
        { text: outside.join(''), isMarked: false },
      ];
    })
    .filter((part) => part.text !== '');
}

/** The value of `_id`, `_index` or `_score`, which are columns but not in `fields`. */
export function metaValue(hit: Hit, name: string): string | undefined {
  if (name === '_id') return hit._id;
  if (name === '_index') return hit._index;
  if (name === '_score') return hit._score === null ? '' : String(hit._score);
  return undefined;
}

export function documentJson(hit: Hit): string {
  const { _index, _id, _score, _source } = hit;
  return writeJson({ _index, _id, _score, _source }, 2);
}
