/** The endpoints of this folder, one export per line. */
export { allocation_explain } from './allocation_explain.js';
export { delete_component_template } from './delete_component_template.js';
export { delete_voting_config_exclusions } from './delete_voting_config_exclusions.js';
export { exists_component_template } from './exists_component_template.js';
export { get_component_template } from './get_component_template.js';
export { get_settings } from './get_settings.js';
export { health } from './health.js';
export { pending_tasks } from './pending_tasks.js';
export { post_voting_config_exclusions } from './post_voting_config_exclusions.js';
export { put_component_template } from './put_component_template.js';
export { put_settings } from './put_settings.js';
export { remote_info } from './remote_info.js';
export { reroute } from './reroute.js';
export { state } from './state.js';
export { stats } from './stats.js';
