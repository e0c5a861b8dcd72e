import { SCOPE, startTestAuth, type TestAuth } from '../testing/auth_service.js';
import { postForm } from '../testing/code_flow.js';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.close());

it('tell the CPU time of the process, however often they are read', async () => {
  const read = async () => {
    const text = await auth.context.metrics.text();
    return Number(/^skein_auth_process_cpu_seconds_total (.*)$/m.exec(text)?.[1]);
  };
  const first = await read();
  for (let i = 0; i < 3; i++) {
    const seconds = await read();
    const { user, system } = process.cpuUsage();
    expect(seconds).toBeGreaterThanOrEqual(first);
    expect(seconds).toBeLessThanOrEqual((user + system) / 1e6);
  }
});

it('count requests, errors and tokens by the names of the program', async () => {
  const client_secret = await auth.client({ id: 'job', scopes: [SCOPE] });
  const fields = { grant_type: 'client_credentials', client_id: 'job', client_secret };
  await postForm(auth, '/token', { fields });
  await postForm(auth, '/oauth/token', { fields: { ...fields, client_secret: 'x' } });
  await fetch(`${auth.url}/anything/a/caller/makes/up`);
  const text = await auth.context.metrics.text();
  expect(text).toContain(
    'skein_auth_request_duration_seconds_count{endpoint="/token",status="200"} 1\n',
  );
  expect(text).toContain(
    'skein_auth_request_duration_seconds_count{endpoint="/token",status="401"} 1\n',
  );
  expect(text).toContain(
    'skein_auth_request_duration_seconds_count{endpoint="other",status="404"} 1\n',
  );
  expect(text).toContain('skein_auth_tokens_total{grant="client_credentials"} 1\n');
  expect(text).toContain('skein_auth_errors_total{endpoint="/token",error="invalid_client"} 1\n');
  expect(text).not.toContain('made/up');
  // The clock of the test stands still.
  const sums = text.match(/skein_auth_request_duration_seconds_sum\{.*/g) ?? [];
  expect(sums).toHaveLength(3);
  for (const sum of sums) expect(sum).toMatch(/ 0$/);
});
