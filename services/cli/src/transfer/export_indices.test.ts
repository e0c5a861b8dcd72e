import type { JsonObject } from '@skein/content';
import { indicesOf } from './export_indices.js';

const FILTERED = { filter: { term: { level: 'error' } } };
const LOGS = { settings: {}, mappings: {}, aliases: { errors: FILTERED, all: {} } };

const exported = (target: string, indices: JsonObject = { logs: LOGS }) =>
  indicesOf({ json: async () => indices }, target);

test.each(['logs', 'log*', 'all', 'all,errors', 'logs,errors', '*'])(
  '[%s] names whole indices',
  async (target) => expect(await exported(target)).toEqual({ logs: LOGS }),
);

test.each(['errors', 'err*', 'errors,none'])('[%s] names a part of an index', async (target) => {
  await expect(exported(target)).rejects.toThrow(
    '[errors] shows a part of [logs]: export the index, with --query',
  );
});
