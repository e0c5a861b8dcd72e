/// <reference path="./node_module.d.ts" />
import { createRequire } from 'node:module';

/**
 * A package that few processes ever need, loaded when it is first asked for: what loads it at the start pays with milliseconds and megabytes in each
 * of its threads. `from` is the asking file's `import.meta.url`.
 */
export function onDemand<T>(from: string, name: string): () => T {
  let loaded: { readonly exports: T } | undefined;
  return () => {
    loaded ??= { exports: createRequire(from)(name) as T };
    return loaded.exports;
  };
}
