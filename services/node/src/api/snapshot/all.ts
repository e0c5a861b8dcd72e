/** The endpoints of this folder, one export per line. */
export { cleanup_repository } from './cleanup_repository.js';
export { clone } from './clone.js';
export { create } from './create.js';
export { create_repository } from './create_repository.js';
export { delete_ } from './delete.js';
export { delete_repository } from './delete_repository.js';
export { get } from './get.js';
export { get_repository } from './get_repository.js';
export { restore } from './restore.js';
export { status } from './status.js';
export { verify_repository } from './verify_repository.js';
