import { X509Certificate } from 'node:crypto';
import { type AddressInfo, connect as connectPlain } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { type CertifiedKey, makeAuthority, makeServerCertificate } from './authority.js';

const NOW = new Date();
const VALIDITY = { from: new Date(NOW.getTime() - 60_000), days: 30 };
let authority: CertifiedKey;
let root: X509Certificate;

beforeAll(async () => {
  authority = await makeAuthority('Test authority', VALIDITY);
  root = new X509Certificate(authority.certificate);
});

it('makes an authority that vouches for itself', () => {
  expect(root.ca).toBe(true);
  expect(root.verify(root.publicKey)).toBe(true);
  expect(root.subject).toBe('CN=Test authority');
  expect(root.validToDate.getTime()).toBe(
    Math.floor((VALIDITY.from.getTime() + 30 * 86_400_000) / 1000) * 1000,
  );
});

it('makes certificates that hold for their hosts alone', async () => {
  const hosts = ['localhost', '*.skein.example', '127.0.0.1', '::1', '2001:db8::a:0:0:1'];
  const server = await makeServerCertificate(authority, hosts, VALIDITY);
  const certificate = new X509Certificate(server.certificate);
  expect(certificate.ca).toBe(false);
  expect(certificate.verify(root.publicKey)).toBe(true);
  expect(certificate.checkIssued(root)).toBe(true);
  expect(certificate.checkHost('node1.skein.example')).toBeDefined();
  expect(certificate.checkHost('other.example')).toBeUndefined();
  for (const ip of ['127.0.0.1', '::1', '2001:db8::a:0:0:1']) {
    expect(certificate.checkIP(ip)).toBeDefined();
  }
  expect(certificate.checkIP('127.0.0.2')).toBeUndefined();
});

it('writes dates beyond 2049 as RFC 5280 wants them', async () => {
  const from = new Date('2026-01-01T00:00:00Z');
  const { certificate } = await makeAuthority('x', { from, days: 36_500 });
  const late = new X509Certificate(certificate);
  expect(late.validFromDate).toEqual(from);
  expect(late.validToDate.toISOString()).toBe('2125-12-08T00:00:00.000Z');
});

it('names a long host in full among the alternative names alone', async () => {
  const host = `${'a'.repeat(63)}.example`;
  const server = await makeServerCertificate(authority, [host], VALIDITY);
  const certificate = new X509Certificate(server.certificate);
  expect(certificate.subject).toBe(`CN=${host.slice(0, 64)}`);
  expect(certificate.checkHost(host)).toBe(host);
});

it.each(['', 'a b', 'http://x', '-a', 'a..b', 'a'.repeat(64), 'a.'.repeat(127)])(
  'refuses the host [%s]',
  async (host) => {
    const made = makeServerCertificate(authority, [host], VALIDITY);
    await expect(made).rejects.toThrow('neither a host name');
  },
);

it('serves TLS to those who trust the authority, and to nobody else', async () => {
  const { certificate: cert, key } = await makeServerCertificate(
    authority,
    ['localhost'],
    VALIDITY,
  );
  const server = createServer({ cert, key }, (socket) => socket.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dial = (ca: string) =>
    new Promise<string>((resolve) => {
      const socket: TLSSocket = connect({
        socket: connectPlain(port, '127.0.0.1'),
        servername: 'localhost',
        ca,
      });
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      socket.once('data', (data) => resolve(data.toString()));
    });
  expect(await dial(authority.certificate)).toBe('hello');
  const other = await makeAuthority('Test authority', VALIDITY);
  expect(await dial(other.certificate)).toMatch(/UNABLE_TO_VERIFY|SIGNATURE/);
  await new Promise((resolve) => server.close(resolve));
});
