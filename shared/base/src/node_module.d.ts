/** The only part of Node's API that `on_demand.ts` needs. */
declare module 'node:module' {
  export function createRequire(from: string): (name: string) => unknown;
}
