/** The endpoints of this folder, one export per line. */
export { bulk } from './bulk.js';
export { create } from './create.js';
export { delete_ } from './delete.js';
export { exists } from './exists.js';
export { exists_source } from './exists_source.js';
export { get } from './get.js';
export { get_source } from './get_source.js';
export { index } from './index.js';
export { mget } from './mget.js';
export { update } from './update.js';
