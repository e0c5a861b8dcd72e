import { connect } from 'node:net';
import { startTestAuth, type TestAuth } from './testing/auth_service.js';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.close());

/** The response to these bytes, until the service closes the connection. */
function sent(head: string, body = ''): Promise<string> {
  const { hostname, port, host } = new URL(auth.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.write(`${head}\r\nHost: ${host}\r\nConnection: close\r\n\r\n${body}`, 'latin1');
  });
}

const FORM = 'Content-Type: application/x-www-form-urlencoded';
const BODY = '3\r\na=b\r\n0\r\n\r\n';

it.each(['xchunked, chunked', 'gzip, chunked', 'identity, chunked', 'chunked, chunked'])(
  'refuses a body with the transfer codings %s',
  async (codings) => {
    const head = `POST /token HTTP/1.1\r\n${FORM}\r\nTransfer-Encoding: ${codings}`;
    expect(await sent(head, BODY)).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nConnection: close/i);
  },
);

it('refuses two Authorization headers, of which parsers take one or the other', async () => {
  const twice = 'Authorization: Basic YTpi\r\nAuthorization: Basic Yjpj';
  expect(await sent(`POST /token HTTP/1.1\r\n${FORM}\r\n${twice}`)).toMatch(/^HTTP\/1\.1 400 /);
});

it('reads a chunked body', async () => {
  const head = `POST /token HTTP/1.1\r\n${FORM}\r\nTransfer-Encoding: Chunked`;
  expect(await sent(head, BODY)).toMatch(/^HTTP\/1\.1 401 [\s\S]*"invalid_client"/);
});

it('takes the path of an absolute target, and nothing else of it', async () => {
  const path = '/.well-known/oauth-authorization-server';
  const answer = await sent(`GET http://evil.example${path}?x HTTP/1.1`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).not.toContain('evil');
});

it.each(['http://[evil/device', 'ftp://evil/device', 'http:evil'])(
  'refuses the target %s without a word of it',
  async (target) => {
    const answer = await sent(`GET ${target} HTTP/1.1`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain('evil');
  },
);
