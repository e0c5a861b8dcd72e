/**
 * Which handler answers a method and path. A trie over path segments: a literal segment is tried before a `{variable}`, and a
 * variable takes any text, as in the reference (`/_nope` is a request for an index of that name, refused for its name).
 * When the best path has no handler for the method, less literal ones are tried; 405 only when no matching path has it.
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
  /** Names of the variables from left to right; two routes may name the same place differently. */
  readonly variables: readonly string[];
}

interface TrieNode<T> {
  readonly literals: Map<string, TrieNode<T>>;
  variable: TrieNode<T> | undefined;
  readonly leaves: Map<HttpMethod, Leaf<T>>;
}

interface Candidate<T> {
  readonly leaves: ReadonlyMap<HttpMethod, Leaf<T>>;
  readonly values: readonly string[];
}

function newNode<T>(): TrieNode<T> {
  return { literals: new Map(), variable: undefined, leaves: new Map() };
}

export class Router<T> {
  readonly #root: TrieNode<T> = newNode();

  /** `route` is `METHOD /path/{variable}`. Two handlers for one route are a mistake of ours. */
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
    const candidates = [...candidatesUnder(this.#root, segments, 0, [])];
    const found = pick(candidates, method) ?? (method === 'HEAD' && pick(candidates, 'GET'));
    if (found) return found;
    const allowed = HTTP_METHODS.filter((one) => candidates.some(({ leaves }) => leaves.has(one)));
    return allowed.length > 0 ? { kind: 'wrong_method', allowed } : { kind: 'unknown_path' };
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

/** Every place of the trie the path leads to, the most literal first. */
function* candidatesUnder<T>(
  node: TrieNode<T>,
  segments: readonly string[],
  depth: number,
  values: readonly string[],
): Generator<Candidate<T>> {
  const segment = segments[depth];
  if (segment === undefined) {
    if (node.leaves.size > 0) yield { leaves: node.leaves, values };
    return;
  }
  const literal = node.literals.get(segment);
  if (literal) yield* candidatesUnder(literal, segments, depth + 1, values);
  if (node.variable) {
    yield* candidatesUnder(node.variable, segments, depth + 1, [...values, segment]);
  }
}

function pick<T>(
  candidates: readonly Candidate<T>[],
  method: HttpMethod,
): RouteMatch<T> | undefined {
  for (const { leaves, values } of candidates) {
    const leaf = leaves.get(method);
    if (!leaf) continue;
    const pathParams = Object.fromEntries(leaf.variables.map((name, i) => [name, values[i] ?? '']));
    return { kind: 'found', handler: leaf.handler, pathParams };
  }
  return undefined;
}
