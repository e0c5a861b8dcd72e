import { silentLog } from '@skein/base';
import { audit } from './context.js';
import { startTestAuth, type TestAuth } from './testing/auth_service.js';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.close());

it('an event is stored with its time, and logged with what is known of it', async () => {
  const lines: unknown[] = [];
  const log = { ...silentLog, info: (...line: unknown[]) => void lines.push(line) };
  const context = { ...auth.context, log };
  await audit(context, { event: 'login_failed', userId: 'u', clientId: 'c', detail: 'd' });
  await audit(context, { event: 'login_failed' });
  expect(lines).toEqual([
    ['login failed', { audit: 'login_failed', user_id: 'u', client_id: 'c', detail: 'd' }],
    ['login failed', { audit: 'login_failed' }],
  ]);
  const [first, second] = await auth.context.store.audit.tail(2);
  const timeMs = auth.time.nowMs;
  expect(first).toEqual({ event: 'login_failed', userId: 'u', clientId: 'c', detail: 'd', timeMs });
  expect(second).toEqual({ event: 'login_failed', timeMs });
});
