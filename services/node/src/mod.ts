export type { SearchNode } from './node.js';
export { startNode } from './process/main.js';
