/** The tables of this room, in the order of their names. */
export { aliases } from './aliases.js';
export { allocation } from './allocation.js';
export { cluster_manager } from './cluster_manager.js';
export { count } from './count.js';
export { fielddata } from './fielddata.js';
export { health } from './health.js';
export { indices } from './indices.js';
export { nodeattrs } from './nodeattrs.js';
export { nodes } from './nodes.js';
export { pending_tasks } from './pending_tasks.js';
export { plugins } from './plugins.js';
export { recovery } from './recovery.js';
export { segments } from './segments.js';
export { shards } from './shards.js';
export { tasks } from './tasks.js';
export { thread_pool } from './thread_pool.js';
