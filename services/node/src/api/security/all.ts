/** The table of contents of this room: one export line an endpoint. */
export { authenticate } from './authenticate.js';
export { protected_resource } from './protected_resource.js';
