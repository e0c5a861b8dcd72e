/// <reference path="./node_module.d.ts" />
import { createRequire } from 'node:module';

/**
 * Returns a function that loads a rarely needed package on its first call. Loading it at start-up
 * would cost milliseconds and megabytes in each thread. `from` is the calling file's
 * `import.meta.url`.
 */
export function onDemand<T>(from: string, name: string): () => T {
  let loaded: { readonly exports: T } | undefined;
  return () => {
    // The caller names the type of the package, as an import would.
    loaded ??= { exports: createRequire(from)(name) as T };
    return loaded.exports;
  };
}
