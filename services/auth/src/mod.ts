export type { IssuedClient, NewClient } from './clients.js';
export { AUTH_SETTINGS } from './config.js';
export type { RunningAuth } from './process/main.js';
export { addClientTo, startAuth } from './process/main.js';
