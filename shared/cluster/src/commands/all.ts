/** The table of contents: every change the cluster state can undergo. */
export { close_index } from './close_index.js';
export { create_index } from './create_index.js';
export { delete_index } from './delete_index.js';
export { delete_stored_script } from './delete_stored_script.js';
export { delete_template } from './delete_template.js';
export { join_node } from './join_node.js';
export { open_index } from './open_index.js';
export { put_mapping } from './put_mapping.js';
export { put_stored_script } from './put_stored_script.js';
export { put_template } from './put_template.js';
export { reroute_shards } from './reroute_shards.js';
export { shard_failed } from './shard_failed.js';
export { shard_started } from './shard_started.js';
export { update_aliases } from './update_aliases.js';
export { update_cluster_settings } from './update_cluster_settings.js';
export { update_index_settings } from './update_index_settings.js';
