/** Groups differences by cause, most frequent first. */
import type { Case } from './area.ts';
import { isObject, type Json } from './json.ts';

export interface Difference {
  /** The way in which the answers differ, without figures. */
  readonly kind: string;
  readonly found: Case;
  readonly shrunk: Case;
  /**
   * True when the request has several faults that both servers know, and the servers name different
   * ones.
   */
  readonly hasSeveralFaults: boolean;
}

/** A difference with the heading of its explanation, if it has one. */
export interface Judged extends Difference {
  readonly heading: string | undefined;
}

/** Matches refusals, which are distinguished by their words, without the names in them. */
const REFUSAL = /^(?:status|type|root|reason|top) \| /;

/**
 * The text that identifies a cause: the kind of difference, and the shrunk request without its
 * words and figures.
 */
export function causeOf({ kind, shrunk }: Difference): string {
  if (REFUSAL.test(kind)) return kind.replaceAll(/\[[^\]]*\]/g, '[]');
  const [place = kind] = kind.split(' | ');
  const of = JSON.stringify([...(shrunk.before ?? []), shrunk].map(({ body }) => shape(body)));
  return `${place} ${shrunk.path.replace(/\/\d+/g, '/N')} ${of}`;
}

const NAMING: ReadonlySet<string> = new Set([
  'type',
  'tokenizer',
  'analyzer',
  'normalizer',
  'filter',
  'char_filter',
  'field',
  'fields',
]);

function shape(json: Json | undefined, key = ''): Json {
  if (json === undefined || json === null) return null;
  if (Array.isArray(json)) return json.map((each) => shape(each, key));
  if (isObject(json)) {
    return Object.fromEntries(
      Object.entries(json).map(([name, value]) => [name, shape(value, name)]),
    );
  }
  if (typeof json === 'string') return NAMING.has(key) ? json : '…';
  return typeof json === 'number' ? 0 : json;
}

export interface Cause {
  readonly cause: string;
  readonly differences: readonly Difference[];
}

export function byCause(differences: readonly Difference[]): readonly Cause[] {
  const groups = Map.groupBy(differences, causeOf);
  return [...groups]
    .map(([cause, of]) => ({ cause, differences: of }))
    .sort((a, b) => b.differences.length - a.differences.length);
}

export function shownCause({ differences }: Cause): string {
  const [{ kind, shrunk } = { kind: '', shrunk: undefined }] = differences;
  const before = (shrunk?.before ?? []).map((step) => `   ${shown(step)}\n`).join('');
  return `${differences.length}x ${kind}\n${before}   ${shrunk ? shown(shrunk) : ''}\n`;
}

function shown({ method, path, body }: Case): string {
  return `${method} ${path} ${JSON.stringify(body ?? null).slice(0, 700)}`;
}
