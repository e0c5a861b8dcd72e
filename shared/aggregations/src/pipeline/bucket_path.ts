/**
 * `buckets_path`: the path from a bucket to a number below it. `a>b.c` is the property `c` of `b`
 * in `a`, and may also be written `a>b[c]`. `a['x']>b` leads through the bucket of `a` whose key is
 * `x`. `_count` and `_key` are the count and the key of a bucket, and `_bucket_count` is the number
 * of buckets of an aggregation.
 */
import { type ApiError, invalidRequest } from '@skein/errors';

export interface BucketPath {
  /** The path as the request gave it. */
  readonly text: string;
  /**
   * The names of aggregations in order. A quoted name is the key of a bucket; the last one may be a
   * property.
   */
  readonly steps: readonly string[];
  /** The steps that must be names of aggregations. */
  readonly names: readonly string[];
  /** The reason why the path is invalid, which is reported once the whole tree is read. */
  readonly fault?: string;
}

export function parseBucketPath(text: string): BucketPath {
  const steps: string[] = [];
  const names: string[] = [];
  // Empty elements are ignored, as in OpenSearch.
  const elements = text
    .split('>')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if (elements.length === 0) return { text, steps, names, fault: 'Invalid path []' };
  for (const [i, element] of elements.entries()) {
    const found = elementOf(element, i === elements.length - 1);
    if (found === undefined) {
      return { text, steps, names, fault: `Invalid path element [${element}] in path [${text}]` };
    }
    steps.push(found.name, ...(found.key === undefined ? [] : [found.key]));
    names.push(found.name);
  }
  return { text, steps, names };
}

interface Element {
  readonly name: string;
  readonly key: string | undefined;
}

/** The name and the key or property of an element; `undefined` if it is invalid. */
function elementOf(element: string, isLast: boolean): Element | undefined {
  const bracket = element.indexOf('[');
  if (bracket >= 0) {
    const isWhole = bracket > 0 && element.endsWith(']') && element.length > bracket + 2;
    if (!isWhole) return undefined;
    return { name: element.slice(0, bracket), key: element.slice(bracket + 1, -1) };
  }
  const dot = isLast ? element.indexOf('.') : -1;
  if (element === '' || dot === 0 || dot === element.length - 1) return undefined;
  if (dot < 0) return { name: element, key: undefined };
  return { name: element.slice(0, dot), key: element.slice(dot + 1) };
}

/** The key in a quoted step; `undefined` if the step is not quoted. */
export function quotedKey(step: string): string | undefined {
  return step.length >= 2 && step.startsWith("'") && step.endsWith("'")
    ? step.slice(1, -1)
    : undefined;
}

/** An error about the relation of the aggregations of a request. */
export function validationError(...problems: readonly string[]): ApiError {
  const error = invalidRequest(problems);
  problemsOfErrors.set(error, problems);
  return error;
}

const problemsOfErrors = new WeakMap<object, readonly string[]>();

/** The problems of a `validationError`; `undefined` for any other error. */
export function problemsOf(thrown: unknown): readonly string[] | undefined {
  return typeof thrown === 'object' && thrown !== null ? problemsOfErrors.get(thrown) : undefined;
}
