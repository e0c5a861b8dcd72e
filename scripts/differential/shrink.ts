/**
 * Shrinks a request whose answers differ as far as they still differ in the same way: members and
 * elements are left out and texts halved, one after the other, until nothing more can be removed.
 */
import type { Case } from './area.ts';
import { isObject, type Json } from './json.ts';

/** The number of requests that one shrinking may cost. */
const MOST_TRIES = 300;

/** Shrinks a case; `differs` resolves with true when a smaller case shows the same difference. */
export async function shrink(
  found: Case,
  differs: (smaller: Case) => Promise<boolean>,
): Promise<Case> {
  let smallest = found;
  let tries = 0;
  for (let progress = true; progress && tries < MOST_TRIES; ) {
    progress = false;
    for (const candidate of smallerCases(smallest)) {
      if (++tries > MOST_TRIES) break;
      if (!(await differs(candidate))) continue;
      smallest = candidate;
      progress = true;
      break;
    }
  }
  return smallest;
}

function* smallerCases(from: Case): Generator<Case> {
  const [path = '', parameters] = from.path.split('?');
  if (parameters !== undefined) {
    const all = parameters.split('&');
    for (let i = 0; i < all.length; i++) {
      const rest = all.toSpliced(i, 1);
      yield { ...from, path: rest.length === 0 ? path : `${path}?${rest.join('&')}` };
    }
  }
  if (from.body !== undefined) {
    for (const body of smaller(from.body, from.wholeTexts)) yield { ...from, body };
  }
  const { before = [] } = from;
  for (const [i, step] of before.entries()) {
    for (const body of smaller(step.body ?? null)) {
      yield { ...from, before: before.with(i, { ...step, body }) };
    }
  }
}

/**
 * Matches the keys of scripts, which are not shortened: servers compile few scripts per minute, and
 * each shorter one is new.
 */
const SCRIPTS = /^(?:source|\w*script)$/;

/** Yields smaller values; large pieces are removed first. */
export function* smaller(json: Json, wholeTexts = false): Generator<Json> {
  if (typeof json === 'string') {
    if (!wholeTexts) yield* shorter(json);
  } else if (Array.isArray(json)) yield* smallerArrays(json, wholeTexts);
  else if (isObject(json)) {
    const keys = Object.keys(json);
    for (const key of keys) {
      const { [key]: left, ...rest } = json;
      yield rest;
      // The sub-aggregations take the place of their aggregation.
      if (isObject(left) && isObject(left.aggs)) yield { ...rest, ...left.aggs };
    }
    for (const key of keys) {
      const isWhole = wholeTexts || SCRIPTS.test(key);
      for (const value of smaller(json[key] ?? null, isWhole)) yield { ...json, [key]: value };
    }
  }
}

function* smallerArrays(json: Json[], wholeTexts: boolean): Generator<Json> {
  const [first] = json;
  if (json.length === 1 && typeof first === 'string') yield first;
  if (json.length > 3) {
    const half = json.length >> 1;
    yield json.slice(0, half);
    yield json.slice(half);
  }
  for (let i = 0; i < json.length; i++) yield json.toSpliced(i, 1);
  for (const [i, value] of json.entries()) {
    for (const less of smaller(value, wholeTexts)) yield json.with(i, less);
  }
}

/** Yields shorter texts; code points stay whole. */
function* shorter(text: string): Generator<string> {
  const characters = [...text];
  const { length } = characters;
  for (let size = length >> 1; size >= 1; size >>= 1) {
    for (let start = 0; start + size <= length; start += size) {
      yield characters.toSpliced(start, size).join('');
    }
  }
}
