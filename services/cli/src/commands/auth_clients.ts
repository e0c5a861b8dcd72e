/** `skein auth clients …`: manages the registered clients. */
import { readFileSync } from 'node:fs';
import type { ClientChange, NewClient } from '@skein/auth';
import { ApiError } from '@skein/errors';
import { Command, Option } from 'commander';
import { authAction, words } from './auth_action.js';

interface RegistrationOptions {
  readonly name?: string;
  readonly grants?: string;
  readonly scope?: string;
  readonly redirectUri?: readonly string[];
  readonly origin?: readonly string[];
  readonly rotation?: 'rotating' | 'stable';
  readonly tokenSeconds?: string;
  readonly graceSeconds?: string;
  readonly jwks?: string;
  readonly allowImplicit?: boolean;
  readonly allowPassword?: boolean;
  readonly allowPlainPkce?: boolean;
  readonly requirePkce?: boolean;
  readonly firstParty?: boolean;
}

interface AddOptions extends RegistrationOptions {
  readonly type: 'confidential' | 'public' | 'native';
}

const CONFIRM = 'works at once, beside a running service too';

export function authClientsCommand(): Command {
  return new Command('clients')
    .description(`manage clients; ${CONFIRM}`)
    .addCommand(addCommand())
    .addCommand(updateCommand())
    .addCommand(
      authAction(new Command('list').description('one line a client'), ({ clients }) =>
        clients.list(),
      ),
    )
    .addCommand(authAction(named('show', 'show one client'), ({ clients }, id) => clients.show(id)))
    .addCommand(
      authAction(named('rotate-secret', 'replace the secret; prints the new one, once'), (a, id) =>
        a.clients.rotateSecret(id),
      ),
    )
    .addCommand(
      authAction(named('disable', 'refuse the client and end its tokens'), ({ clients }, id) =>
        clients.update(id, { disabled: true }),
      ),
    )
    .addCommand(
      authAction(named('enable', 'let a disabled client back in'), ({ clients }, id) =>
        clients.update(id, { disabled: false }),
      ),
    )
    .addCommand(
      authAction(named('remove', 'forget the client and end its tokens'), ({ clients }, id) =>
        clients.remove(id),
      ),
    );
}

function addCommand(): Command {
  const type = new Option('--type <type>', 'what it is: a server, a script, an application')
    .choices(['confidential', 'public', 'native'])
    .default('confidential');
  const command = registrationOptions(
    named('add', 'register a client; prints its secret, once'),
  ).addOption(type);
  return authAction<AddOptions>(command, ({ clients }, id, options) => {
    const change = changeOf(options);
    const usual = options.type === 'confidential' ? ['client_credentials'] : ['authorization_code'];
    const wanted: NewClient = {
      ...change,
      id,
      type: options.type,
      scopes: words(options.scope ?? ''),
      grants: change.grants ?? [...usual, ...extraGrants(options)],
    };
    return clients.add(wanted);
  });
}

function updateCommand(): Command {
  const command = registrationOptions(named('update', 'change what is given, leave the rest'));
  return authAction<RegistrationOptions>(command, async ({ clients }, id, options) => {
    const extra = extraGrants(options);
    const grants = extra.length === 0 ? [] : (await clients.show(id)).grant_types;
    const change = changeOf(options);
    const all = change.grants ?? [...new Set([...grants, ...extra])];
    return clients.update(id, { ...change, ...(all.length === 0 ? {} : { grants: all }) });
  });
}

function named(name: string, description: string): Command {
  return new Command(name).argument('<client>', 'client id').description(description);
}

function registrationOptions(command: Command): Command {
  return command
    .option('--name <name>', 'shown to people')
    .option('--grants <grants>', 'such as authorization_code,refresh_token')
    .option('--scope <scopes>', 'what it may ask for, such as "indices:read:logs-*"')
    .option('--redirect-uri <uri...>', 'where answers go; compared character by character')
    .option('--origin <origin...>', 'web origin whose scripts may call the token endpoint')
    .addOption(new Option('--rotation <kind>', 'refresh tokens').choices(['rotating', 'stable']))
    .option('--token-seconds <seconds>', 'lifetime of its access tokens, 300 to 3600')
    .option(
      '--grace-seconds <seconds>',
      'how long a refresh token sent again gets its answer again',
    )
    .option('--jwks <file>', 'its public keys, a JWK set, instead of a secret (private_key_jwt)')
    .option('--allow-implicit', 'also the implicit grant, unless the server has it off')
    .option('--allow-password', 'also the password grant, unless the server has it off')
    .option('--allow-plain-pkce', "also PKCE's plain method, where the server has it on")
    .option(
      '--require-pkce',
      'no code without PKCE for a client with a secret; others need it anyway',
    )
    .option('--no-require-pkce', 'a client with a secret may do without PKCE')
    .option(
      '--first-party',
      'an application of your own: users are not asked whether they allow it',
    )
    .option('--no-first-party', 'users are asked whether they allow it');
}

function extraGrants({ allowImplicit, allowPassword }: RegistrationOptions): string[] {
  return [...(allowImplicit ? ['implicit'] : []), ...(allowPassword ? ['password'] : [])];
}

function changeOf(options: RegistrationOptions): ClientChange {
  const { name, grants, scope, redirectUri, origin, rotation, tokenSeconds } = options;
  const { graceSeconds, jwks } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(grants === undefined
      ? {}
      : { grants: [...new Set([...words(grants), ...extraGrants(options)])] }),
    ...(scope === undefined ? {} : { scopes: words(scope) }),
    ...(redirectUri === undefined ? {} : { redirectUris: redirectUri }),
    ...(origin === undefined ? {} : { origins: origin }),
    ...(rotation === undefined ? {} : { rotation }),
    ...(tokenSeconds === undefined ? {} : { tokenSeconds: seconds(tokenSeconds) }),
    ...(graceSeconds === undefined ? {} : { graceSeconds: seconds(graceSeconds) }),
    ...(jwks === undefined ? {} : { jwks: keysOf(jwks) }),
    ...(options.allowPlainPkce === undefined ? {} : { plainPkce: options.allowPlainPkce }),
    ...(options.requirePkce === undefined ? {} : { pkceRequired: options.requirePkce }),
    ...(options.firstParty === undefined ? {} : { firstParty: options.firstParty }),
  };
}

function seconds(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new ApiError('illegal_argument_exception', `[${text}] is not a number of seconds`);
}

function keysOf(path: string): NonNullable<ClientChange['jwks']> {
  let set: { readonly keys?: unknown };
  try {
    set = JSON.parse(readFileSync(path, 'utf8')) as { keys?: unknown };
  } catch (error) {
    throw new ApiError('illegal_argument_exception', `[${path}]: ${(error as Error).message}`);
  }
  if (Array.isArray(set.keys)) return set.keys as Record<string, unknown>[];
  throw new ApiError('illegal_argument_exception', `[${path}] is not a JWK set`);
}
