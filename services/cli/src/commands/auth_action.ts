/**
 * The common part of the administration commands. It opens the store, or connects to the service
 * that is named, does the work, and prints JSON. A failure prints one line and sets exit code 1.
 */
import { readFileSync } from 'node:fs';
import { type AdministrationCommands, administer, remoteAdministration } from '@skein/auth';
import { illegalArgument } from '@skein/errors';
import type { Command } from 'commander';
import { describeFailure } from '../run_service.js';
import { addServiceOptions, authSettings, type ServiceOptions } from './service_options.js';

/**
 * The work of a command. Its result is printed as one line of JSON, a list as one line an element,
 * and `undefined` as nothing.
 */
type AuthWork<Options> = (
  administration: AdministrationCommands,
  argument: string,
  options: Options,
) => Promise<unknown>;

/** Sets the action of a command that takes one argument or none. */
export function authAction<Options extends object>(
  command: Command,
  work: AuthWork<Options>,
): Command {
  return addRemoteOptions(addServiceOptions(command)).action(async (...given: unknown[]) => {
    const argument = typeof given[0] === 'string' ? given[0] : '';
    const options: Options & ServiceOptions & RemoteOptions = command.opts();
    try {
      const asked = (opened: AdministrationCommands) => work(opened, argument, options);
      print(await (options.url === undefined ? locally(options, asked) : remotely(options, asked)));
    } catch (failure) {
      process.stderr.write(`skein auth ${command.name()}: ${describeFailure(failure)}\n`);
      process.exit(1);
    }
  });
}

interface RemoteOptions {
  readonly url?: string;
  readonly tokenFile?: string;
}

function addRemoteOptions(command: Command): Command {
  return command
    .option(
      '--url <address>',
      'URL of a running service to administer; without it, the command opens the database',
    )
    .option(
      '--token-file <file>',
      'file with the access token for --url; without it, the variable SKEIN_AUTH_TOKEN holds the token',
    );
}

type Asked = (administration: AdministrationCommands) => Promise<unknown>;

async function locally(options: ServiceOptions, asked: Asked): Promise<unknown> {
  return administer(await authSettings(options), asked);
}

async function remotely({ url = '', tokenFile }: RemoteOptions, asked: Asked): Promise<unknown> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw illegalArgument(`[${url}] is not the URL of a service, such as https://auth.example`);
  }
  return asked(remoteAdministration({ url, token: tokenIn(tokenFile) }));
}

/** Reads the token. It is never an argument, which other users of the machine could see. */
function tokenIn(file: string | undefined): string {
  const token = file === undefined ? process.env.SKEIN_AUTH_TOKEN : readFileSync(file, 'utf8');
  if (token !== undefined && token.trim() !== '') return token.trim();
  throw illegalArgument(
    'no access token: give its file with --token-file, or set SKEIN_AUTH_TOKEN',
  );
}

function print(result: unknown): void {
  if (result === undefined) return;
  const lines = Array.isArray(result) ? result : [result];
  for (const line of lines) process.stdout.write(`${JSON.stringify(line)}\n`);
}

export function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
