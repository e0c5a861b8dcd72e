/** The endpoints of this folder, one export per line. */
export { authenticate } from './authenticate.js';
export { protected_resource } from './protected_resource.js';
