/**
 * `skein auth users …` and `skein auth roles …`. Passwords come from standard input, never from an
 * argument, which other users of the machine could see.
 */
import { Command } from 'commander';
import { authAction, words } from './auth_action.js';
import { readSecret } from './read_secret.js';

export function authUsersCommand(): Command {
  const withRoles = named('add', 'add a user; the password is read from standard input').option(
    '--roles <roles>',
    'roles of the user, such as readers,writers',
    '',
  );
  return new Command('users')
    .description('manage users')
    .addCommand(
      authAction<{ roles: string }>(withRoles, async ({ users }, name, { roles }) =>
        users.add(name, await readSecret('password'), words(roles)),
      ),
    )
    .addCommand(
      authAction(new Command('list').description('list the users, one per line'), ({ users }) =>
        users.list(),
      ),
    )
    .addCommand(
      authAction(
        named('passwd', 'set the password, which is read from standard input'),
        async (a, name) => a.users.setPassword(name, await readSecret('password')),
      ),
    )
    .addCommand(
      authAction<{ set: string }>(
        named('roles', 'replace the roles').requiredOption(
          '--set <roles>',
          'new roles, such as readers,writers',
        ),
        ({ users }, name, { set }) => users.setRoles(name, words(set)),
      ),
    )
    .addCommand(
      authAction(
        named('disable', 'disable the user: end the sessions, revoke the tokens, refuse sign-ins'),
        (a, name) => a.users.setDisabled(name, true),
      ),
    )
    .addCommand(
      authAction(named('enable', 'enable a disabled user'), ({ users }, name) =>
        users.setDisabled(name, false),
      ),
    )
    .addCommand(
      authAction(
        named('remove', 'delete the user, end the sessions and revoke the tokens'),
        (a, name) => a.users.remove(name),
      ),
    );
}

export function authRolesCommand(): Command {
  const set = new Command('set')
    .argument('<role>', 'name')
    .description('create a role, or replace its scopes')
    .requiredOption(
      '--scope <scopes>',
      'scopes that the role grants, such as "indices:read:logs-*"',
    )
    .option('--query <json>', 'restrict reads to documents that match this query')
    .option('--fields <names>', 'restrict reads to these fields, such as "name,home.*"')
    .option('--except <names>', 'exclude these fields from reads');
  const remove = new Command('remove')
    .argument('<role>', 'name')
    .description('delete a role; its users lose the scopes with their next token');
  return new Command('roles')
    .description('manage roles')
    .addCommand(authAction(remove, ({ users }, name) => users.removeRole(name)))
    .addCommand(
      authAction<RoleOptions>(set, ({ users }, name, options) =>
        users.setRole({ name, ...roleOf(options) }),
      ),
    )
    .addCommand(
      authAction(new Command('list').description('list the roles, one per line'), ({ users }) =>
        users.roles(),
      ),
    );
}

interface RoleOptions {
  readonly scope: string;
  readonly query?: string;
  readonly fields?: string;
  readonly except?: string;
}

function roleOf({ scope, query, fields, except }: RoleOptions) {
  const isLimited = fields !== undefined || except !== undefined;
  const grant = fields === undefined ? ['*'] : words(fields);
  return {
    scopes: words(scope),
    ...(query === undefined ? {} : { query }),
    ...(isLimited ? { fields: { grant, except: words(except ?? '') } } : {}),
  };
}

function named(name: string, description: string): Command {
  return new Command(name).argument('<user>', 'user name').description(description);
}
