/**
 * The table of contents of this folder: one export line an endpoint. `tables.ts` lists the tables.
 */
export { help } from './help.js';
export {
  aliases,
  all_pit_segments,
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
  pit_segments,
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
