/**
 * A thread that searches or writes holds the parts of segments it read, and the memory it counted,
 * until its call is done.
 */
import { endWork } from '@skein/base';
import { giveBackMemory, letGoOfParts } from '@skein/search_library';

/** Ends a piece of work of this thread and releases what it held. */
export function letGo(): void {
  endWork();
  letGoOfParts();
  giveBackMemory();
}

/**
 * The same handlers, each of which lets go when it returns; what it does later it lets go of with
 * the next call.
 */
export function lettingGo<T extends object>(handlers: T): T {
  const wrapped = Object.entries(handlers).map(([name, handle]) => [
    name,
    (request: unknown) => {
      try {
        return (handle as (request: unknown) => unknown)(request);
      } finally {
        letGo();
      }
    },
  ]);
  return Object.fromEntries(wrapped) as T;
}
