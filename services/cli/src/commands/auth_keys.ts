/** `skein auth keys …`, `skein auth tokens …`, `skein auth audit …`. A running service follows key changes within a minute. */
import type { TokenFilter } from '@skein/auth';
import { ApiError } from '@skein/errors';
import { Command } from 'commander';
import { authAction } from './auth_action.js';

export function authKeysCommand(): Command {
  const rotate = new Command('rotate')
    .description('make the next key: published now, signing after `auth.keys.lead`')
    .option('--now', 'sign with it at once');
  const revoke = new Command('revoke')
    .argument('<kid>', 'key id')
    .description('publish the key no more: what it signed is worth nothing');
  return new Command('keys')
    .description('manage signing keys')
    .addCommand(
      authAction(new Command('list').description('one line a key'), ({ keys }) => keys.list()),
    )
    .addCommand(
      authAction<{ now?: boolean }>(rotate, async ({ keys }, _none, { now = false }) => ({
        kid: await keys.rotate({ atOnce: now }),
      })),
    )
    .addCommand(authAction(revoke, ({ keys }, kid) => keys.revoke(kid)));
}

export function authTokensCommand(): Command {
  const revoke = new Command('revoke')
    .description('end what users have allowed; access tokens live on until they expire')
    .option('--user <name>', 'of this user')
    .option('--client <id>', 'of this client')
    .option('--family <id>', 'one grant');
  return new Command('tokens').description('revoke tokens').addCommand(
    authAction<TokenFilter>(revoke, async (administration, _none, { user, client, family }) => ({
      revoked: await administration.revokeTokens({
        ...(user === undefined ? {} : { user }),
        ...(client === undefined ? {} : { client }),
        ...(family === undefined ? {} : { family }),
      }),
    })),
  );
}

export function authAuditCommand(): Command {
  const tail = new Command('tail')
    .description('the newest events, oldest of them first')
    .option('--count <count>', 'how many', '50');
  return new Command('audit').description('read the audit log').addCommand(
    authAction<{ count: string }>(tail, async (administration, _none, { count }) => {
      if (!/^\d{1,6}$/.test(count)) {
        throw new ApiError('illegal_argument_exception', `[${count}] is not a count`);
      }
      const events = await administration.auditTail(Number(count));
      return events.map(({ timeMs, ...event }) => ({
        time: new Date(timeMs).toISOString(),
        ...event,
      }));
    }),
  );
}
