/**
 * `skein auth init`: makes the master key, the first signing key and the first administrator, whose
 * password is printed once.
 */
import { Command } from 'commander';
import { authAction } from './auth_action.js';

export function authInitCommand(): Command {
  const command = new Command('init')
    .description(
      'create the keys and the first administrator, and print the password, which is shown only once',
    )
    .option('--user <name>', 'user name of the administrator', 'admin');
  return authAction<{ user: string }>(command, (administration, _none, { user }) =>
    administration.init(user),
  );
}
