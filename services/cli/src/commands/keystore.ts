/**
 * `skein keystore …`: manages the secrets of nodes and the authorization service, which are sealed
 * in the config folder. Values come from standard input or a file.
 */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { illegalArgument } from '@skein/errors';
import { KeystoreFile, keystorePaths } from '@skein/platform';
import { NODE, readSetting, SECURE_SETTINGS, type Settings, secureSetting } from '@skein/settings';
import { Command } from 'commander';
import { configDirectory, loadSettings } from '../config/load_settings.js';
import { describeFailure } from '../run_service.js';
import { readSecret } from './read_secret.js';
import { addServiceOptions, type ServiceOptions } from './service_options.js';

/** The configuration files of a node and of the authorization service: one folder may hold both. */
const FILES = [['skein.yml', 'elasticsearch.yml', 'opensearch.yml'], ['auth.yml']];

const EXAMPLES = `
The keystore is the file skein.keystore in the config folder, encrypted with the key in keystore.key beside it (keystore.key_file names another file). The password of the
keystore, if it has one, comes from SKEIN_KEYSTORE_PASSWORD, or from the file that SKEIN_KEYSTORE_PASSWORD_FILE names. POST /_nodes/reload_secure_settings applies the settings
marked "reload" below; changes of the others take effect at the next start.

Secure settings:
${SECURE_SETTINGS.map(({ key, doc, isReloaded }) => `  ${key}${isReloaded ? ' (reload)' : ''}\n      ${doc}`).join('\n')}

Examples:
  skein keystore create
  echo "$PASSWORD" | skein keystore add reindex.remote.credentials.old.password
  skein keystore list
`;

export function keystoreCommand(): Command {
  return new Command('keystore')
    .description('manage secrets: create, list, add, add-file, remove, passwd, has-passwd')
    .addHelpText('after', EXAMPLES)
    .addCommand(action(new Command('create').description('create an empty keystore'), create))
    .addCommand(
      action(new Command('list').description('list the names of the settings, one per line'), list),
    )
    .addCommand(
      action(
        named('add', 'add a secret; its value is read from standard input').option(
          '-f, --force',
          'replace an existing value',
        ),
        async (opened, [name = ''], { force }) =>
          add(opened, name, { force, value: () => readSecret('value') }),
      ),
    )
    .addCommand(
      action(
        named('add-file', 'add the text of a file as a secret')
          .argument('<file>', 'file in UTF-8')
          .option('-f, --force', 'replace an existing value'),
        async (opened, [name = '', file = ''], { force }) =>
          add(opened, name, { force, value: async () => textOf(file) }),
      ),
    )
    .addCommand(
      action(
        new Command('remove')
          .description('remove secrets')
          .argument('<names...>', 'names of the secure settings'),
        remove,
      ),
    )
    .addCommand(
      action(
        new Command('passwd')
          .description('set the password, which is read from standard input')
          .option('--none', 'remove the password: the key file alone opens the keystore'),
        async ({ keystore, password }, _names, { none }) => {
          const next = none === true ? '' : await readSecret('new password');
          await keystore.change(password, () => {}, next);
        },
      ),
    )
    .addCommand(
      action(
        new Command('has-passwd').description(
          'print whether the keystore has a password; exit code 1 if not',
        ),
        async ({ keystore }) => {
          const has = await keystore.hasPassword();
          process.stdout.write(`keystore is ${has ? '' : 'not '}password-protected\n`);
          if (!has) process.exitCode = 1;
        },
      ),
    );
}

interface Opened {
  readonly keystore: KeystoreFile;
  readonly password: string;
}

interface Flags extends ServiceOptions {
  readonly force?: boolean;
  readonly none?: boolean;
}

type Work = (opened: Opened, names: readonly string[], flags: Flags) => Promise<void>;

function named(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<name>', 'name of the secure setting');
}

function action(command: Command, work: Work): Command {
  return addServiceOptions(command).action(async () => {
    const flags: Flags = command.opts();
    try {
      await work(await open(flags), command.args, flags);
    } catch (failure) {
      process.stderr.write(`skein keystore ${command.name()}: ${describeFailure(failure)}\n`);
      process.exit(1);
    }
  });
}

/**
 * The keystore's settings, from the files of all services. If several files have them, they must
 * agree.
 */
async function keystoreSettings(flags: ServiceOptions): Promise<Settings> {
  const found = new Map<string, string>();
  for (const fileNames of FILES) {
    const settings = await loadSettings({
      configDirectory: flags.config,
      fileNames,
      isFileOptional: true,
      environment: process.env,
      commandLine: flags.E ?? [],
    });
    for (const { key } of [NODE.identity.keystoreKeyFile, NODE.identity.keystorePassword]) {
      const value = settings.get(key);
      if (value === undefined) continue;
      if ((found.get(key) ?? value) !== value) {
        throw illegalArgument(`the configuration files have different values for [${key}]`);
      }
      found.set(key, value);
    }
  }
  return found;
}

/**
 * Opens the keystore file. Its path comes from the settings that a node and the authorization
 * service read too.
 */
async function open(flags: ServiceOptions): Promise<Opened> {
  const settings = await keystoreSettings(flags);
  const folder = configDirectory({
    configDirectory: flags.config,
    environment: process.env,
  });
  const { keystoreKeyFile, keystorePassword } = NODE.identity;
  const keystore = new KeystoreFile(keystorePaths(folder, readSetting(settings, keystoreKeyFile)));
  return { keystore, password: readSetting(settings, keystorePassword) };
}

async function create({ keystore, password }: Opened): Promise<void> {
  if (keystore.isThere()) throw illegalArgument(`a keystore exists already: [${keystore.path}]`);
  await keystore.write(new Map(), password);
  process.stdout.write(`created ${keystore.path}\n`);
}

async function list({ keystore, password }: Opened): Promise<void> {
  for (const name of [...(await keystore.read(password)).keys()].toSorted()) {
    process.stdout.write(`${name}\n`);
  }
}

async function add(
  { keystore, password }: Opened,
  name: string,
  given: { readonly force: boolean | undefined; readonly value: () => Promise<string> },
): Promise<void> {
  if (secureSetting(name) === undefined) {
    throw illegalArgument(`[${name}] is not a secure setting: skein keystore --help lists them`);
  }
  const refuseTaken = (entries: ReadonlyMap<string, string>) => {
    if (!entries.has(name) || given.force === true) return;
    throw illegalArgument(`[${name}] has a value already: --force replaces it`);
  };
  // Checked before the value is asked for, and again when it is stored: others may change the
  // keystore while the value is typed.
  refuseTaken(await keystore.read(password));
  const value = await given.value();
  await keystore.change(password, (entries) => {
    refuseTaken(entries);
    entries.set(name, value);
  });
}

async function remove({ keystore, password }: Opened, names: readonly string[]): Promise<void> {
  await keystore.change(password, (entries) => {
    for (const name of names) {
      if (!entries.delete(name)) throw illegalArgument(`[${name}] is not in the keystore`);
    }
  });
}

function textOf(file: string): string {
  // Editors end a file with a line end, which is no part of the value.
  return decoded(file, bytesOf(file)).replace(/\r?\n$/, '');
}

function bytesOf(file: string): Uint8Array {
  if (statSync(file).isDirectory()) throw illegalArgument(`[${file}] is a directory`);
  return readFileSync(file);
}

function decoded(file: string, bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw illegalArgument(`[${file}] is not in UTF-8`);
  return new TextDecoder().decode(bytes);
}
