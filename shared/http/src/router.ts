/**
 * Finds the handler of a method and path. A trie over path segments: a literal segment is tried
 * before a `{variable}`, and a variable matches any text, as in OpenSearch (`/_nope` is a request
 * for an index of that name, refused for its name). If the most literal path lacks the method, less
 * literal ones are tried; 405 only if no matching path has it.
 */
import { assert } from '@skein/base';
import { HTTP_METHODS, type HttpMethod, isHttpMethod } from './method.js';

export type RouteMatch<T> =
  | {
      readonly kind: 'found';
      readonly handler: T;
      readonly pathParams: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'wrong_method'; readonly allowed: readonly HttpMethod[] }
  | { readonly kind: 'unknown_path' };

interface Leaf<T> {
  readonly handler: T;
  /**
   * Names of the variables from left to right; two routes may name the same position differently.
   */
  readonly variables: readonly string[];
}

interface TrieNode<T> {
  readonly literals: Map<string, TrieNode<T>>;
  variable: TrieNode<T> | undefined;
  readonly leaves: Map<HttpMethod, Leaf<T>>;
}

interface Wanted {
  readonly method: HttpMethod;
  readonly segments: readonly string[];
  /** Values of the variables on the path to the leaf. */
  readonly values: string[];
}

function newNode<T>(): TrieNode<T> {
  return { literals: new Map(), variable: undefined, leaves: new Map() };
}

export class Router<T> {
  readonly #root: TrieNode<T> = newNode();

  /** `route` is `METHOD /path/{variable}`. Two handlers for one route are an internal error. */
  add(route: string, handler: T): void {
    const [method = '', path = ''] = route.split(' ');
    assert(isHttpMethod(method) && path.startsWith('/'), `malformed route [${route}]`);
    const variables: string[] = [];
    let node = this.#root;
    for (const segment of path.split('/').filter((part) => part !== '')) {
      const variable = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (variable !== undefined) variables.push(variable);
      node = variable === undefined ? literalChild(node, segment) : variableChild(node);
    }
    assert(!node.leaves.has(method), `route [${route}] is taken`);
    node.leaves.set(method, { handler, variables });
  }

  match(method: HttpMethod, segments: readonly string[]): RouteMatch<T> {
    const found =
      this.#find(method, segments) ?? (method === 'HEAD' && this.#find('GET', segments));
    if (found) return found;
    const candidates = [...candidatesUnder(this.#root, segments, 0)];
    const allowed = HTTP_METHODS.filter((one) => candidates.some((leaves) => leaves.has(one)));
    return allowed.length > 0 ? { kind: 'wrong_method', allowed } : { kind: 'unknown_path' };
  }

  #find(method: HttpMethod, segments: readonly string[]): RouteMatch<T> | undefined {
    const values: string[] = [];
    const leaf = findLeaf(this.#root, { method, segments, values }, 0);
    if (leaf === undefined) return undefined;
    const pathParams: Record<string, string> = {};
    for (let i = 0; i < leaf.variables.length; i++) {
      pathParams[leaf.variables[i] ?? ''] = values[i] ?? '';
    }
    return { kind: 'found', handler: leaf.handler, pathParams };
  }
}

function literalChild<T>(node: TrieNode<T>, segment: string): TrieNode<T> {
  const child = node.literals.get(segment) ?? newNode<T>();
  node.literals.set(segment, child);
  return child;
}

function variableChild<T>(node: TrieNode<T>): TrieNode<T> {
  node.variable ??= newNode<T>();
  return node.variable;
}

/** The leaf of the most literal path with the method. */
function findLeaf<T>(node: TrieNode<T>, wanted: Wanted, depth: number): Leaf<T> | undefined {
  const segment = wanted.segments[depth];
  if (segment === undefined) return node.leaves.get(wanted.method);
  const literal = node.literals.get(segment);
  const found = literal && findLeaf(literal, wanted, depth + 1);
  if (found !== undefined || node.variable === undefined) return found;
  wanted.values.push(segment);
  const below = findLeaf(node.variable, wanted, depth + 1);
  if (below === undefined) wanted.values.pop();
  return below;
}

/** The leaves of every node that the path reaches. */
function* candidatesUnder<T>(
  node: TrieNode<T>,
  segments: readonly string[],
  depth: number,
): Generator<ReadonlyMap<HttpMethod, Leaf<T>>> {
  const segment = segments[depth];
  if (segment === undefined) {
    if (node.leaves.size > 0) yield node.leaves;
    return;
  }
  const literal = node.literals.get(segment);
  if (literal) yield* candidatesUnder(literal, segments, depth + 1);
  if (node.variable) yield* candidatesUnder(node.variable, segments, depth + 1);
}
