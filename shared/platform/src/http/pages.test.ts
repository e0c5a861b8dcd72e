import type { IncomingMessage, ServerResponse } from 'node:http';
import { Pages } from './pages.js';

async function failureOf(code: string): Promise<unknown> {
  const failures: unknown[] = [];
  const pages = new Pages({ unwanted: () => {}, failed: (failure) => failures.push(failure) }, () =>
    Promise.reject(Object.assign(new Error('gone'), { code })),
  );
  await pages.serve({} as IncomingMessage, {} as ServerResponse);
  return failures[0];
}

test('files that a later build removed are told as what they are, with 503', async () => {
  expect(await failureOf('ERR_MODULE_NOT_FOUND')).toMatchObject({
    status: 503,
    message: expect.stringContaining('restart it'),
  });
  expect(await failureOf('EACCES')).toMatchObject({ code: 'EACCES' });
});
