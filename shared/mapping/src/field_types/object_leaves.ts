/**
 * The leaves of an object that is kept whole, with their paths: arrays are unrolled, `null` is none
 * of its own accord.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';

export interface LeafVisitor {
  /** Objects in objects, the outermost counted. */
  readonly depthLimit: number;
  readonly tooDeep: () => Error;
  /** `path`: names joined by dots. `null` is told of too. */
  readonly leaf: (path: string, value: JsonValue) => void;
}

export function visitLeaves(object: JsonObject, visitor: LeafVisitor): void {
  visitMembers(object, { prefix: '', depth: 1 }, visitor);
}

interface Place {
  readonly prefix: string;
  readonly depth: number;
}

function visitMembers(object: JsonObject, { prefix, depth }: Place, visitor: LeafVisitor): void {
  if (depth > visitor.depthLimit) throw visitor.tooDeep();
  for (const key of Object.keys(object)) {
    visit(object[key] ?? null, { prefix: prefix + key, depth }, visitor);
  }
}

function visit(value: JsonValue, { prefix: path, depth }: Place, visitor: LeafVisitor): void {
  if (isJsonArray(value)) {
    for (const item of value) visit(item, { prefix: path, depth }, visitor);
  } else if (isJsonObject(value)) {
    visitMembers(value, { prefix: `${path}.`, depth: depth + 1 }, visitor);
  } else visitor.leaf(path, value);
}

/** An expression that wants each of these characters. */
export function literalExpression(text: string): string {
  return text.replace(/[^\p{L}\p{N}_ ]/gu, '\\$&');
}
