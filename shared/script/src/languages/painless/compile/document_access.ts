/**
 * Reads by names that are constants in the script: `doc['price']`, `params.limit`. If the index
 * knows that `price` is a double, and the request that `limit` is one, the script is compiled again
 * with these static types; see `specialized.ts`.
 */
import type { Expression, Script } from '../syntax/ast.js';

export interface DocumentAccess {
  /**
   * Fields of `doc` that are read by a constant name, without duplicates; none if `assignsDoc`.
   */
  readonly fields: readonly string[];
  /**
   * Parameters that are read by a constant name, without duplicates; none if `params` is used in
   * any other way, because it might then be modified.
   */
  readonly params: readonly string[];
  /** True if the script assigns something else to `doc`. */
  readonly assignsDoc: boolean;
}

export function documentAccess(script: Script): DocumentAccess {
  const fields = new Set<string>();
  const params = new Set<string>();
  let assignsDoc = false;
  let otherUses = 0;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    // Any object of the tree: only the kind and the members of an expression are looked for.
    const node = value as Expression;
    const field = constantField(node);
    if (field !== undefined) fields.add(field);
    const param = constantParam(node);
    if (param !== undefined) {
      params.add(param);
      return;
    }
    if (node.kind === 'name' && node.name === 'params') otherUses++;
    if (node.kind === 'assign' || node.kind === 'step') {
      if (isParam(node.target)) otherUses++;
      if (isName(node.target, 'doc')) assignsDoc = true;
    }
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(script);
  return {
    fields: assignsDoc ? [] : [...fields],
    params: otherUses === 0 ? [...params] : [],
    assignsDoc,
  };
}

const isParam = (target: Expression): boolean => constantParam(target) !== undefined;

/** Matches `doc['price']`. */
export function constantField(node: Expression): string | undefined {
  if (node.kind !== 'index' || !isName(node.target, 'doc')) return undefined;
  return node.index.kind === 'string' ? node.index.value : undefined;
}

/** Matches `params.limit` and `params['limit']`. */
export function constantParam(node: Expression): string | undefined {
  if (node.kind === 'index' && isName(node.target, 'params')) {
    return node.index.kind === 'string' ? node.index.value : undefined;
  }
  if (node.kind !== 'field' || node.safe || !isName(node.target, 'params')) return undefined;
  return node.name;
}

function isName(node: Expression, name: string): boolean {
  return node.kind === 'name' && node.name === name;
}
