/**
 * The leaves of an object that is kept whole, with their paths: arrays are unrolled, and `null` is
 * a leaf too.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';

interface LeafVisitor {
  /** Limit of nested objects, including the outermost. */
  readonly depthLimit: number;
  readonly tooDeep: () => Error;
  /** `path`: names joined by dots. Also called for `null`. */
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

/** An expression that matches the text literally. */
export function literalExpression(text: string): string {
  return text.replace(/[^\p{L}\p{N}_ ]/gu, '\\$&');
}
