/**
 * `skein auth keys …`, `skein auth tokens …`, `skein auth audit …`. A running service adopts
 * changes of keys within a minute.
 */

import type { TokenFilter } from '@skein/auth';
import { parseTimeMs } from '@skein/base';
import { ApiError } from '@skein/errors';
import { Command } from 'commander';
import { authAction, words } from './auth_action.js';

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
  const list = new Command('list')
    .description('what users have allowed and is not over, one line a family')
    .option('--user <name>', 'by this user')
    .option('--client <id>', 'to this client')
    .option('--family <id>', 'one grant');
  return new Command('tokens')
    .description('what users have allowed')
    .addCommand(
      authAction<TokenFilter>(list, (administration, _none, options) =>
        administration.liveGrants(filterOf(options)),
      ),
    )
    .addCommand(
      authAction<TokenFilter>(revoke, async (administration, _none, options) => ({
        revoked: await administration.revokeTokens(filterOf(options)),
      })),
    );
}

function filterOf({ user, client, family }: TokenFilter): TokenFilter {
  return {
    ...(user === undefined ? {} : { user }),
    ...(client === undefined ? {} : { client }),
    ...(family === undefined ? {} : { family }),
  };
}

/** Makes initial access tokens for dynamic registration, if `auth.registration.enabled` is on. */
export function authInitialTokenCommand(): Command {
  const create = new Command('create')
    .description('let a program register clients (RFC 7591); prints the token, once')
    .requiredOption('--max-scope <scopes>', 'what its clients may have at most')
    .option('--uses <count>', 'how many clients', '1')
    .option('--expires <time>', 'such as 24h', '24h');
  return new Command('initial-access-token').description('dynamic registration').addCommand(
    authAction<{ maxScope: string; uses: string; expires: string }>(
      create,
      async (administration, _none, { maxScope, uses, expires }) => {
        const scopes = words(maxScope);
        const lifetimeMs = parseTimeMs(expires) ?? Number.NaN;
        const wanted = { scopes, uses: Number(uses), lifetimeMs };
        return { initial_access_token: await administration.createInitialToken(wanted) };
      },
    ),
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
