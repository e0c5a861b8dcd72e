/** Administration without a running service. */
import { systemClock } from '@skein/platform';
import type { Settings } from '@skein/settings';
import { Administration } from '../administration/administration.js';
import { readAuthConfig } from '../config.js';
import { makeFolder, masterKeyOf, openKeys, openStore, passwordsOf } from './opening.js';

/** For the command line; it also works beside a running service. */
export async function administer<T>(
  settings: Settings,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  const config = readAuthConfig(settings);
  await makeFolder(config.dataPath);
  const store = await openStore(config, { thorough: false });
  try {
    const keys = await openKeys(config, store, await masterKeyOf(config));
    const passwords = passwordsOf(config, store);
    const actor = 'command line';
    return await work(new Administration({ store, keys, clock: systemClock, passwords, actor }));
  } finally {
    await store.close();
  }
}
