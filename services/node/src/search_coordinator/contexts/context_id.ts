/**
 * The ids of scrolls, points in time and asynchronous searches: a kind, a number shown in messages,
 * the node that holds it, and an unguessable secret, as base64url of plain text. They reveal
 * nothing about the indices.
 */
import { base64Url, type Random, randomId } from '@skein/base';

/** Contexts that hold shards at a point in time. */
export type HeldContextKind = 'scroll' | 'pit';
export type ContextKind = HeldContextKind | 'async';

export interface ContextId {
  readonly kind: ContextKind;
  readonly number: number;
  readonly nodeId: string;
  readonly secret: string;
}

export function newContextId(
  kind: ContextKind,
  { number, nodeId, random }: { number: number; nodeId: string; random: Random },
): ContextId {
  return { kind, number, nodeId, secret: randomId(random) };
}

export function contextIdText({ kind, number, nodeId, secret }: ContextId): string {
  return base64Url(new TextEncoder().encode(`${kind}:${number}:${nodeId}:${secret}`));
}

/** Undefined if the text is no id of this kind. */
export function parseContextId(kind: ContextKind, text: string): ContextId | undefined {
  const plain = decoded(text);
  const match = /^(scroll|pit|async):(\d{1,15}):([\w-]*):([\w-]{22})$/.exec(plain ?? '');
  if (match?.[1] !== kind) return undefined;
  const [, , number, nodeId = '', secret = ''] = match;
  return { kind, number: Number(number), nodeId, secret };
}

function decoded(text: string): string | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
}
