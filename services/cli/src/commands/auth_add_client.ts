/**
 * `skein auth add-client NAME --scope "…"`: short for `clients add` with the client credentials
 * grant.
 */
import { Command } from 'commander';
import { authAction, words } from './auth_action.js';

export function authAddClientCommand(): Command {
  const command = new Command('add-client')
    .argument('<name>', 'client id: letters, digits, dots, dashes, underscores')
    .requiredOption(
      '--scope <scopes>',
      'scopes that the client may request, such as "indices:read:logs-*"',
    )
    .description(
      'register a client for the client credentials grant and print its secret, which is shown only once',
    );
  return authAction<{ scope: string }>(command, ({ clients }, id, { scope }) =>
    clients.add({ id, scopes: words(scope) }),
  );
}
