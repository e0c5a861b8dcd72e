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
    .description(
      'create the next signing key: it is published now and signs after `auth.keys.lead`',
    )
    .option('--now', 'sign with the new key at once');
  const revoke = new Command('revoke')
    .argument('<kid>', 'key id')
    .description(
      'revoke a key: it is no longer published, and the tokens that it signed are invalid',
    );
  return new Command('keys')
    .description('manage signing keys')
    .addCommand(
      authAction(new Command('list').description('list the keys, one per line'), ({ keys }) =>
        keys.list(),
      ),
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
    .description('revoke grants of users; access tokens stay valid until they expire')
    .option('--user <name>', 'only grants of this user')
    .option('--client <id>', 'only grants to this client')
    .option('--family <id>', 'only the grant with this id');
  const list = new Command('list')
    .description('list the active grants, one per line')
    .option('--user <name>', 'only grants of this user')
    .option('--client <id>', 'only grants to this client')
    .option('--family <id>', 'only the grant with this id');
  return new Command('tokens')
    .description('list and revoke grants of users to clients')
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
    .description(
      'create a token with which a program registers clients (RFC 7591), and print it; it is shown only once',
    )
    .requiredOption('--max-scope <scopes>', 'largest scope of the registered clients')
    .option('--uses <count>', 'number of clients that the token registers', '1')
    .option('--expires <time>', 'lifetime of the token', '24h');
  return new Command('initial-access-token')
    .description('manage tokens for dynamic registration')
    .addCommand(
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
    .description('print the newest events, in order of time')
    .option('--count <count>', 'number of events', '50');
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
