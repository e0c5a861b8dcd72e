/**
 * A plain `oidc-provider` 9 for comparison: client credentials, in memory. `node oidc_provider.mjs
 * FOLDER opaque|jwt`; FOLDER is its installation (`npm init -y && npm i oidc-provider@9`), because
 * it is no dependency of this project.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, format] = process.argv.slice(2);
const require = createRequire(join(resolve(folder), 'package.json'));
const { default: Provider } = await import(pathToFileURL(require.resolve('oidc-provider')).href);

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'k' };
const RESOURCE = 'urn:skein';
const resourceIndicators = {
  enabled: true,
  defaultResource: () => RESOURCE,
  useGrantedResource: () => true,
  getResourceServerInfo: () => ({
    scope: 'read',
    audience: 'skein',
    accessTokenFormat: 'jwt',
    accessTokenTTL: 900,
    jwt: { sign: { alg: 'ES256' } },
  }),
};
const provider = new Provider('http://127.0.0.1', {
  jwks: { keys: [jwk] },
  clients: [
    {
      client_id: 'job',
      client_secret: 'secret',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: ['read'],
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    ...(format === 'jwt' ? { resourceIndicators } : {}),
  },
});
const server = provider.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready on http://127.0.0.1:${server.address().port} secret\n`);
});
