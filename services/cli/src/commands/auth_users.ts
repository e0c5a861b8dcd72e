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
    'such as readers,writers',
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
      authAction(new Command('list').description('one line a user'), ({ users }) => users.list()),
    )
    .addCommand(
      authAction(named('passwd', 'set the password, from standard input'), async (a, name) =>
        a.users.setPassword(name, await readSecret('password')),
      ),
    )
    .addCommand(
      authAction<{ set: string }>(
        named('roles', 'replace the roles').requiredOption('--set <roles>', 'such as readers'),
        ({ users }, name, { set }) => users.setRoles(name, words(set)),
      ),
    )
    .addCommand(
      authAction(named('disable', 'end sessions and tokens, refuse sign-ins'), (a, name) =>
        a.users.setDisabled(name, true),
      ),
    )
    .addCommand(
      authAction(named('enable', 'let a disabled user back in'), ({ users }, name) =>
        users.setDisabled(name, false),
      ),
    )
    .addCommand(
      authAction(named('remove', 'forget the user, end sessions and tokens'), (a, name) =>
        a.users.remove(name),
      ),
    );
}

export function authRolesCommand(): Command {
  const set = new Command('set')
    .argument('<role>', 'name')
    .description('make a role, or replace its scopes')
    .requiredOption('--scope <scopes>', 'what it gives, such as "indices:read:logs-*"')
    .option('--query <json>', 'of what it lets read only documents that match')
    .option('--fields <names>', 'and only these fields, such as "name,home.*"')
    .option('--except <names>', 'and none of these fields');
  const remove = new Command('remove')
    .argument('<role>', 'name')
    .description('forget a role; its users lose what it gave with their next token');
  return new Command('roles')
    .description('manage roles')
    .addCommand(authAction(remove, ({ users }, name) => users.removeRole(name)))
    .addCommand(
      authAction<RoleOptions>(set, ({ users }, name, options) =>
        users.setRole({ name, ...roleOf(options) }),
      ),
    )
    .addCommand(
      authAction(new Command('list').description('one line a role'), ({ users }) => users.roles()),
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
