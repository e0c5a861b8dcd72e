export type { Administration, TokenFilter } from './administration/administration.js';
export type {
  ClientAdministration,
  ClientChange,
  IssuedClient,
  NewClient,
  ShownClient,
} from './administration/clients.js';
export type { AdministrationCommands } from './administration/commands.js';
export type { KeyAdministration, ShownKey } from './administration/keys.js';
export { remoteAdministration } from './administration/remote_administration.js';
export type { ShownUser, UserAdministration } from './administration/users.js';
export { AUTH_SETTINGS } from './config.js';
export { administer } from './process/administer.js';
export type { RunningAuth } from './process/main.js';
export { startAuth } from './process/start_auth.js';
