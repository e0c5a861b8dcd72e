/** A thread that searches or writes holds the parts of segments it read until its call is done. */
import { letGoOfParts } from '@skein/search_library';

/** The same handlers, each of which lets go when it returns; what it does later it lets go of with the next call. */
export function lettingGo<T extends object>(handlers: T): T {
  const wrapped = Object.entries(handlers).map(([name, handle]) => [
    name,
    (request: unknown) => {
      try {
        return (handle as (request: unknown) => unknown)(request);
      } finally {
        letGoOfParts();
      }
    },
  ]);
  return Object.fromEntries(wrapped) as T;
}
