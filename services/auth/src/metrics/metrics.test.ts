import { SCOPE, startTestAuth, type TestAuth } from '../testing/auth_service.js';
import { postForm } from '../testing/code_flow.js';
import { Metrics } from './metrics.js';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.close());

it('are written as Prometheus reads them', () => {
  const metrics = new Metrics();
  metrics.count('a_total', { x: '1', y: 'b' });
  metrics.count('a_total', { x: '1', y: 'b' }, 2);
  metrics.count('a_total', {});
  metrics.gauge('g', () => 7);
  expect(metrics.render()).toBe(
    '# TYPE a_total counter\na_total{x="1",y="b"} 3\na_total 1\n# TYPE g gauge\ng 7\n',
  );
});

it('count requests, errors and tokens by the names of the program', async () => {
  const client_secret = await auth.client({ id: 'job', scopes: [SCOPE] });
  const fields = { grant_type: 'client_credentials', client_id: 'job', client_secret };
  await postForm(auth, '/token', { fields });
  await postForm(auth, '/oauth/token', { fields: { ...fields, client_secret: 'x' } });
  await fetch(`${auth.url}/anything/a/caller/makes/up`);
  const text = auth.context.metrics.render();
  expect(text).toContain('skein_auth_requests_total{endpoint="/token",status="200"} 1\n');
  expect(text).toContain('skein_auth_requests_total{endpoint="/token",status="401"} 1\n');
  expect(text).toContain('skein_auth_requests_total{endpoint="other",status="404"} 1\n');
  expect(text).toContain('skein_auth_tokens_total{grant="client_credentials"} 1\n');
  expect(text).toContain('skein_auth_errors_total{endpoint="/token",error="invalid_client"} 1\n');
  expect(text).not.toContain('made/up');
});
