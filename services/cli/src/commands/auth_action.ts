/** What the administration commands have in common: open the store, do it, print JSON; one line and exit code 1 when it cannot be done. */
import { type Administration, administer } from '@skein/auth';
import type { Command } from 'commander';
import { describeFailure } from '../run_service.js';
import { addServiceOptions, type ServiceOptions, settingsOf } from './service_options.js';

export const AUTH_FILE_NAMES = ['auth.yml'];

/** What is returned is printed, one line of JSON; lists one line an element; nothing for `undefined`. */
export type AuthWork<Options> = (
  administration: Administration,
  argument: string,
  options: Options,
) => Promise<unknown>;

/** Makes `command` work: with one argument, or with none. */
export function authAction<Options extends object>(
  command: Command,
  work: AuthWork<Options>,
): Command {
  return addServiceOptions(command).action(async (...given: unknown[]) => {
    const argument = typeof given[0] === 'string' ? given[0] : '';
    const options: Options & ServiceOptions = command.opts();
    try {
      const settings = await settingsOf(options, AUTH_FILE_NAMES);
      print(await administer(settings, (opened) => work(opened, argument, options)));
    } catch (failure) {
      process.stderr.write(`skein auth ${command.name()}: ${describeFailure(failure)}\n`);
      process.exit(1);
    }
  });
}

function print(result: unknown): void {
  if (result === undefined) return;
  const lines = Array.isArray(result) ? result : [result];
  for (const line of lines) process.stdout.write(`${JSON.stringify(line)}\n`);
}

export function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
