/** `skein auth clients …`: manages the registered clients. */
import { readFileSync } from 'node:fs';
import type { ClientChange, NewClient } from '@skein/auth';
import { isObject, memberOf, reasonOf } from '@skein/base';
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

const CONFIRM = 'a running service applies the change at once';

export function authClientsCommand(): Command {
  return new Command('clients')
    .description(`manage clients; ${CONFIRM}`)
    .addCommand(addCommand())
    .addCommand(updateCommand())
    .addCommand(
      authAction(new Command('list').description('list the clients, one per line'), ({ clients }) =>
        clients.list(),
      ),
    )
    .addCommand(authAction(named('show', 'show one client'), ({ clients }, id) => clients.show(id)))
    .addCommand(
      authAction(
        named(
          'rotate-secret',
          'replace the secret and print the new one, which is shown only once',
        ),
        (a, id) => a.clients.rotateSecret(id),
      ),
    )
    .addCommand(
      authAction(named('disable', 'disable the client and revoke its tokens'), ({ clients }, id) =>
        clients.update(id, { disabled: true }),
      ),
    )
    .addCommand(
      authAction(named('enable', 'enable a disabled client'), ({ clients }, id) =>
        clients.update(id, { disabled: false }),
      ),
    )
    .addCommand(
      authAction(named('remove', 'delete the client and revoke its tokens'), ({ clients }, id) =>
        clients.remove(id),
      ),
    );
}

function addCommand(): Command {
  const type = new Option(
    '--type <type>',
    'type of the client: confidential (a server, with a secret), public (a script in a browser), native (an installed application)',
  )
    .choices(['confidential', 'public', 'native'])
    .default('confidential');
  const command = registrationOptions(
    named('add', 'register a client and print its secret, which is shown only once'),
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
  const command = registrationOptions(named('update', 'change the given properties of a client'));
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
    .option('--name <name>', 'name that users see')
    .option('--grants <grants>', 'grant types, such as authorization_code,refresh_token')
    .option('--scope <scopes>', 'scopes that the client may request, such as "indices:read:logs-*"')
    .option('--redirect-uri <uri...>', 'redirect URIs; a request must give one of them exactly')
    .option('--origin <origin...>', 'web origins whose scripts may call the token endpoint')
    .addOption(
      new Option(
        '--rotation <kind>',
        'rotating: each use replaces the refresh token; stable: it stays the same',
      ).choices(['rotating', 'stable']),
    )
    .option('--token-seconds <seconds>', 'lifetime of access tokens in seconds, 300 to 3600')
    .option(
      '--grace-seconds <seconds>',
      'seconds in which a repeated refresh request gets the same response',
    )
    .option(
      '--jwks <file>',
      'JWK set with public keys of the client, instead of a secret (private_key_jwt)',
    )
    .option('--allow-implicit', 'allow the implicit grant too, unless the server forbids it')
    .option('--allow-password', 'allow the password grant too, unless the server forbids it')
    .option('--allow-plain-pkce', "allow PKCE's plain method too, if the server permits it")
    .option(
      '--require-pkce',
      'require PKCE of a client with a secret; other clients always need it',
    )
    .option('--no-require-pkce', 'do not require PKCE of a client with a secret')
    .option('--first-party', 'do not ask users for consent: the application is your own')
    .option('--no-first-party', 'ask users for consent');
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
  let keys: unknown;
  try {
    keys = memberOf(JSON.parse(readFileSync(path, 'utf8')), 'keys');
  } catch (error) {
    throw new ApiError('illegal_argument_exception', `[${path}]: ${reasonOf(error)}`);
  }
  if (Array.isArray(keys) && keys.every(isObject)) return keys;
  throw new ApiError('illegal_argument_exception', `[${path}] is not a JWK set`);
}
