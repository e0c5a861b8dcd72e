/**
 * The administration commands of the command line, executed on its own database connection or by a
 * running service.
 */
import type { Administration } from './administration.js';
import type { ClientAdministration } from './clients.js';
import type { KeyAdministration } from './keys.js';
import type { UserAdministration } from './users.js';

type ClientCommand = 'add' | 'list' | 'show' | 'update' | 'rotateSecret' | 'remove';
type UserCommand =
  | 'add'
  | 'list'
  | 'setPassword'
  | 'setRoles'
  | 'setDisabled'
  | 'remove'
  | 'setRole'
  | 'removeRole'
  | 'roles';

export interface AdministrationCommands
  extends Pick<
    Administration,
    'revokeTokens' | 'liveGrants' | 'createInitialToken' | 'auditTail' | 'init'
  > {
  readonly clients: Pick<ClientAdministration, ClientCommand>;
  readonly users: Pick<UserAdministration, UserCommand>;
  readonly keys: Pick<KeyAdministration, 'list' | 'rotate' | 'revoke'>;
}
