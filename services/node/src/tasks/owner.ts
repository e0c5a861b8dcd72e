/** Whose a task is: a user, through the client they came through, as their issuer names them. */
import type { Identity } from '../security/mod.js';

export function ownerKey({ issuer, subject, clientId }: Identity): string {
  return JSON.stringify([issuer, subject, clientId]);
}

export function isOwn(task: { readonly identity: Identity }, identity: Identity): boolean {
  return ownerKey(task.identity) === ownerKey(identity);
}
