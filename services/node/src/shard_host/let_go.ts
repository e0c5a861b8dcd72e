/**
 * Releases the segment parts that a thread read, and the memory it counted, at the end of each
 * call.
 */
import { endWork } from '@skein/base';
import { endRequestArrays, giveBackMemory, letGoOfParts } from '@skein/search_library';

/** Ends a piece of work of this thread and releases what it held. */
export function letGo(): void {
  endWork();
  letGoOfParts();
  giveBackMemory();
  endRequestArrays();
}

/**
 * Wraps handlers so that each releases its memory when it returns. Memory used in asynchronous
 * continuations is released with the next call.
 */
export function lettingGo<T extends object>(handlers: T): T {
  const wrapped = Object.entries(handlers).map(([name, handle]) => [
    name,
    (request: unknown) => {
      try {
        // Every handler is a function of one argument, the request of its call.
        return (handle as (request: unknown) => unknown)(request);
      } finally {
        letGo();
      }
    },
  ]);
  // Each name has a function with the type of the one that it calls.
  return Object.fromEntries(wrapped) as T;
}
