/**
 * `skein certs`: makes certificates for tests and closed networks: an authority if there is none,
 * and a certificate for one server.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@skein/errors';
import { makeFolderDurably, writeDurably } from '@skein/platform';
import { Command } from 'commander';
import { describeFailure } from '../run_service.js';

interface CertsOptions {
  readonly out: string;
  readonly host: readonly string[];
  readonly days: string;
}

const EXAMPLES = `
The command creates ca.crt and ca.key in the folder if they are missing, and then HOST.crt and HOST.key, named after the first host.

Examples:
  skein certs --out config/certs --host localhost 127.0.0.1 ::1
  skein node -E http.tls.certificate=config/certs/localhost.crt -E http.tls.key=config/certs/localhost.key
  curl --cacert config/certs/ca.crt https://localhost:9200/
`;
/** The base name of the authority's files. */
const AUTHORITY = 'ca';
const AUTHORITY_DAYS = 3650;
const MOST_DAYS = 3650;
const HOUR_MS = 3_600_000;

export function certsCommand(): Command {
  return new Command('certs')
    .description('create a certificate authority and a server certificate that it signs')
    .option('--out <folder>', 'folder of the files', 'config/certs')
    .option('--host <hosts...>', 'host names and addresses of the server', [
      'localhost',
      '127.0.0.1',
      '::1',
    ])
    .option('--days <days>', 'validity of the server certificate in days', '365')
    .addHelpText('after', EXAMPLES)
    .action(async (options: CertsOptions) => {
      try {
        for (const path of await makeCertificates(options)) process.stdout.write(`${path}\n`);
      } catch (failure) {
        process.stderr.write(`skein certs: ${describeFailure(failure)}\n`);
        process.exit(1);
      }
    });
}

/** Returns the paths of the files that were made. */
async function makeCertificates(options: CertsOptions): Promise<string[]> {
  const { out, host: hosts, days: text } = options;
  const days = Number(text);
  if (!(Number.isInteger(days) && days >= 1 && days <= MOST_DAYS)) {
    throw new ApiError('illegal_argument_exception', `days must be from [1] to [${MOST_DAYS}]`);
  }
  const name = (hosts[0] ?? '').replaceAll(/[^A-Za-z0-9.-]/g, '_');
  // Some file systems ignore case.
  if (name.toLowerCase() === AUTHORITY) {
    const reason = `the first host must not be [${AUTHORITY}], whose files are those of the authority`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  // Loaded here, because no other command uses it.
  const { makeAuthority, makeServerCertificate } = await import('../certificates/authority.js');
  await makeFolderDurably(out);
  // An hour ago, for machines whose clocks are a little behind.
  const from = new Date(Date.now() - HOUR_MS);
  const root = filesOf(out, AUTHORITY);
  const made: string[] = [];
  if (!existsSync(root.certificate) && !existsSync(root.key)) {
    const authority = await makeAuthority('Skein test authority', { from, days: AUTHORITY_DAYS });
    made.push(...(await write(root, authority)));
  }
  const authority = {
    certificate: readFileSync(root.certificate, 'utf8'),
    key: readFileSync(root.key, 'utf8'),
  };
  const server = await makeServerCertificate(authority, hosts, { from, days });
  return [...made, ...(await write(filesOf(out, name), server))];
}

type Pair = { readonly certificate: string; readonly key: string };

function filesOf(folder: string, name: string): Pair {
  return { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
}

async function write(paths: Pair, pem: Pair): Promise<string[]> {
  await writeDurably(paths.key, Buffer.from(`${pem.key.trim()}\n`));
  await writeDurably(paths.certificate, Buffer.from(`${pem.certificate.trim()}\n`), {
    mode: 0o644,
  });
  return [paths.certificate, paths.key];
}
