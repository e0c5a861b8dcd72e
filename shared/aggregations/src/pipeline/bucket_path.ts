/**
 * `buckets_path`: from a bucket to a number somewhere below it. `a>b.c` is the property `c` of `b`
 * in `a`, `a[c]` says the same of the last name, `a['x']>b` goes through the bucket of `a` whose
 * key is `x`. `_count`, `_key` and `_bucket_count` stand for what every bucket, and every list of
 * them, has.
 */
import { ApiError } from '@skein/errors';

export interface BucketPath {
  /** As the request has it. */
  readonly text: string;
  /**
   * Names of aggregations in order. A quoted one is the key of a bucket; the last may be a
   * property.
   */
  readonly steps: readonly string[];
  /** Of the steps, those that must be names of aggregations. */
  readonly names: readonly string[];
  /** Why it is no path: told once the whole tree is read, as what it leads to. */
  readonly fault?: string;
}

export function parseBucketPath(text: string): BucketPath {
  const steps: string[] = [];
  const names: string[] = [];
  // Nothing between two arrows, or before and after them, is passed over, as OpenSearch has it.
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

/** `undefined`: it is none. */
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

/** The key of a quoted step. */
export function quotedKey(step: string): string | undefined {
  return step.length >= 2 && step.startsWith("'") && step.endsWith("'")
    ? step.slice(1, -1)
    : undefined;
}

/** A fault between aggregations of a request. */
export function validationError(...problems: readonly string[]): ApiError {
  const list = problems.map((problem, i) => `${i + 1}: ${problem};`).join('');
  const error = new ApiError('action_request_validation_exception', `Validation Failed: ${list}`);
  problemsOfErrors.set(error, problems);
  return error;
}

const problemsOfErrors = new WeakMap<object, readonly string[]>();

/** What `validationError` was made of; `undefined`: it is another error. */
export function problemsOf(thrown: unknown): readonly string[] | undefined {
  return typeof thrown === 'object' && thrown !== null ? problemsOfErrors.get(thrown) : undefined;
}
