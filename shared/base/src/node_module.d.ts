/** The one thing of Node's that `on_demand.ts` needs. */
declare module 'node:module' {
  export function createRequire(from: string): (name: string) => unknown;
}
