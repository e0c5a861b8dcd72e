/**
 * The table of contents of this folder: one export line an endpoint. `tables.ts` lists the tables.
 */
export { help } from './help.js';
export {
  aliases,
  allocation,
  cluster_manager,
  component_templates,
  count,
  fielddata,
  health,
  indices,
  nodeattrs,
  nodes,
  pending_tasks,
  plugins,
  recovery,
  repositories,
  segment_replication,
  segments,
  shards,
  snapshots,
  tasks,
  templates,
  thread_pool,
} from './tables.js';
