/** The owner of a task: a user and the client used, by their issuer's names. */
import type { Identity } from '../security/mod.js';

export function ownerKey({ issuer, subject, clientId }: Identity): string {
  return JSON.stringify([issuer, subject, clientId]);
}

export function isOwn(task: { readonly identity: Identity }, identity: Identity): boolean {
  return ownerKey(task.identity) === ownerKey(identity);
}
