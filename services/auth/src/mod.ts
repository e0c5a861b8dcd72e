export type { IssuedClient, NewClient } from './clients.js';
export { addClient } from './clients.js';
export type { AuthConfig } from './config.js';
export { AUTH_SETTINGS, readAuthConfig } from './config.js';
export type { AuthParts } from './server.js';
export { authApplication } from './server.js';
