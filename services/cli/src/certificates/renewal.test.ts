/** A service's certificate, `TlsCertificate`, while its files are replaced. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Log, silentLog } from '@skein/base';
import { TlsCertificate } from '@skein/platform';
import { makeAuthority } from './authority.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-renewal-'));
const files = { certificate: join(folder, 'node.crt'), key: join(folder, 'node.key') };
afterAll(() => rmSync(folder, { recursive: true }));

const pairOf = (name: string) => makeAuthority(name, { from: new Date(), days: 1 });

it('a pair that does not match is reported once, and replaced when it is complete', async () => {
  const [old, next] = await Promise.all([pairOf('old'), pairOf('next')]);
  writeFileSync(files.certificate, old.certificate);
  writeFileSync(files.key, old.key);
  const said: string[] = [];
  const log: Log = {
    ...silentLog,
    info: (message) => said.push(message),
    warn: (message) => said.push(message),
  };
  const tls = new TlsCertificate(files, log);
  tls.refresh();
  expect(said).toEqual([]);

  writeFileSync(files.certificate, `${next.certificate}\n`);
  for (let i = 0; i < 3; i++) tls.refresh();
  expect(said).toEqual(['new certificate rejected']);
  expect(String(tls.options.cert)).toBe(old.certificate);

  writeFileSync(files.key, `${next.key}\n`);
  for (let i = 0; i < 3; i++) tls.refresh();
  expect(said).toEqual(['new certificate rejected', 'certificate replaced']);
  expect(String(tls.options.cert)).toBe(`${next.certificate}\n`);

  rmSync(files.key);
  for (let i = 0; i < 3; i++) tls.refresh();
  expect(said.slice(2)).toEqual(['new certificate rejected']);
});
