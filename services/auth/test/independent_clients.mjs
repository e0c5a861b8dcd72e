/**
 * All flows with openid-client and oauth4webapi, two independent clients: a refusal by them is a
 * fault of the server. Prints one line of JSON per flow. `node independent_clients.mjs ISSUER`; the
 * user `ada` and the clients of `independent_clients.test.ts` must exist.
 */
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';

const [issuerText, secretsText] = process.argv.slice(2);
const issuer = new URL(issuerText);
const { secrets, key, initialToken } = JSON.parse(secretsText);
const SCOPE = 'indices:read:logs-*';
const REDIRECT = 'https://app.example/cb';
const insecure = { [oauth.allowInsecureRequests]: true };

const privateKey = await crypto.subtle.importKey(
  'jwk',
  key,
  { name: 'ECDSA', namedCurve: 'P-256' },
  false,
  ['sign'],
);
const signing = { key: privateKey, kid: key.kid };

const metadata = await oauth
  .discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  .then((response) => oauth.processDiscoveryResponse(issuer, response));

const configure = (id, auth, more = {}) =>
  openid.discovery(issuer, id, more, auth, {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  });

/** Signs in and consents like a headless browser. */
async function approve(address) {
  const cookies = new Map();
  const visit = async (url, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(url, issuer), {
      ...init,
      headers: { cookie },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';', 1)[0].split('=', 2);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return { text: await response.text() };
    if (location.startsWith(REDIRECT)) return { location };
    return visit(location);
  };
  const submit = ({ text }, fields) => {
    const action = /<form method="post" action="([^"]+)"/.exec(text)[1];
    const form_token = /name="form_token" value="([^"]+)"/.exec(text)[1];
    return visit(action, { method: 'POST', body: new URLSearchParams({ form_token, ...fields }) });
  };
  const login = await visit(address);
  const consent = await submit(login, { username: 'ada', password: 'correct horse battery' });
  return submit(consent, { decision: 'allow' });
}

const flows = {
  async 'openid-client: code, PKCE, refresh, revocation'() {
    const config = await configure('web', openid.None());
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope: SCOPE,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    });
    const { location } = await approve(url.href);
    const tokens = await openid.authorizationCodeGrant(config, new URL(location), {
      pkceCodeVerifier,
      expectedState,
    });
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token);
    await openid.tokenRevocation(config, next.refresh_token);
    return openid.refreshTokenGrant(config, next.refresh_token).then(
      () => 'the revoked token still works',
      (error) => (error.error === 'invalid_grant' ? undefined : String(error)),
    );
  },
  async 'openid-client: pushed request with DPoP'() {
    const config = await configure('web', openid.None());
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair());
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const url = await openid.buildAuthorizationUrlWithPAR(
      config,
      {
        redirect_uri: REDIRECT,
        scope: SCOPE,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: 's',
      },
      { DPoP },
    );
    const { location } = await approve(url.href);
    const tokens = await openid.authorizationCodeGrant(
      config,
      new URL(location),
      { pkceCodeVerifier, expectedState: 's' },
      undefined,
      { DPoP },
    );
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token, undefined, { DPoP });
    return next.token_type === 'dpop' ? undefined : `token_type ${next.token_type}`;
  },
  async 'openid-client: client credentials with client_secret_basic and introspection'() {
    const config = await configure('job', openid.ClientSecretBasic(secrets.job));
    const tokens = await openid.clientCredentialsGrant(config, { scope: SCOPE });
    const known = await openid.tokenIntrospection(config, tokens.access_token);
    return known.active && known.scope === SCOPE ? undefined : JSON.stringify(known);
  },
  async 'openid-client: client credentials with client_secret_post'() {
    const config = await configure('job', openid.ClientSecretPost(secrets.job));
    await openid.clientCredentialsGrant(config, { scope: SCOPE });
  },
  async 'openid-client: client credentials with private_key_jwt'() {
    const config = await configure('signer', openid.PrivateKeyJwt(signing));
    await openid.clientCredentialsGrant(config, { scope: SCOPE });
  },
  async 'openid-client: device'() {
    const config = await configure('tv', openid.None());
    const device = await openid.initiateDeviceAuthorization(config, { scope: SCOPE });
    return device.interval >= 5 && device.user_code.length >= 8
      ? undefined
      : JSON.stringify(device);
  },
  async 'openid-client: dynamic registration'() {
    const config = await openid.dynamicClientRegistration(
      issuer,
      {
        redirect_uris: [REDIRECT],
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['client_credentials'],
        response_types: [],
      },
      undefined,
      {
        initialAccessToken: initialToken,
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      },
    );
    await openid.clientCredentialsGrant(config, { scope: SCOPE });
  },
  async 'openid-client: implicit answer with iss'() {
    const url = new URL(metadata.authorization_endpoint);
    url.search = new URLSearchParams({
      response_type: 'token',
      client_id: 'old',
      redirect_uri: REDIRECT,
      scope: SCOPE,
      state: 's',
    });
    const { location } = await approve(url.href);
    const answer = new URLSearchParams(new URL(location).hash.slice(1));
    return answer.get('access_token') && answer.get('iss') === metadata.issuer
      ? undefined
      : location;
  },
  async 'oauth4webapi: code with PKCE, validated answer, refresh'() {
    const client = { client_id: 'web' };
    const auth = oauth.None();
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(metadata.authorization_endpoint);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: 'web',
      redirect_uri: REDIRECT,
      scope: SCOPE,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const { location } = await approve(url.href);
    const answer = oauth.validateAuthResponse(metadata, client, new URL(location), state);
    const reply = await oauth.authorizationCodeGrantRequest(
      metadata,
      client,
      auth,
      answer,
      REDIRECT,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, reply);
    const again = await oauth.refreshTokenGrantRequest(
      metadata,
      client,
      auth,
      tokens.refresh_token,
      insecure,
    );
    await oauth.processRefreshTokenResponse(metadata, client, again);
  },
  async 'oauth4webapi: an access token that fits RFC 9068'() {
    const client = { client_id: 'job' };
    const auth = oauth.ClientSecretBasic(secrets.job);
    const reply = await oauth.clientCredentialsGrantRequest(
      metadata,
      client,
      auth,
      { scope: SCOPE },
      insecure,
    );
    const tokens = await oauth.processClientCredentialsResponse(metadata, client, reply);
    const request = new Request('http://node.example/', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const claims = await oauth.validateJwtAccessToken(metadata, request, 'skein', insecure);
    return claims.sub === 'c_job' ? undefined : JSON.stringify(claims);
  },
  async 'oauth4webapi: pushed request'() {
    const client = { client_id: 'web' };
    const challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());
    const parameters = new URLSearchParams({
      response_type: 'code',
      redirect_uri: REDIRECT,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const reply = await oauth.pushedAuthorizationRequest(
      metadata,
      client,
      oauth.None(),
      parameters,
      insecure,
    );
    await oauth.processPushedAuthorizationResponse(metadata, client, reply);
  },
  async 'oauth4webapi: device'() {
    const client = { client_id: 'tv' };
    const reply = await oauth.deviceAuthorizationRequest(
      metadata,
      client,
      oauth.None(),
      { scope: SCOPE },
      insecure,
    );
    const device = await oauth.processDeviceAuthorizationResponse(metadata, client, reply);
    const polled = await oauth.deviceCodeGrantRequest(
      metadata,
      client,
      oauth.None(),
      device.device_code,
      insecure,
    );
    return oauth.processDeviceCodeResponse(metadata, client, polled).then(
      () => 'a token before anybody allowed it',
      (error) =>
        ['authorization_pending', 'slow_down'].includes(error.error) ? undefined : String(error),
    );
  },
  async 'oauth4webapi: introspection and revocation'() {
    const client = { client_id: 'job' };
    const auth = oauth.ClientSecretPost(secrets.job);
    const issued = await oauth.clientCredentialsGrantRequest(metadata, client, auth, {}, insecure);
    const { access_token: token } = await oauth.processClientCredentialsResponse(
      metadata,
      client,
      issued,
    );
    const look = async () =>
      oauth.processIntrospectionResponse(
        metadata,
        client,
        await oauth.introspectionRequest(metadata, client, auth, token, insecure),
      );
    const before = await look();
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(metadata, client, auth, token, insecure),
    );
    const after = await look();
    return before.active && !after.active ? undefined : JSON.stringify([before, after]);
  },
  async 'oauth4webapi: a token bound to a key by DPoP'() {
    const client = { client_id: 'job' };
    const keys = await oauth.generateKeyPair('ES256');
    const DPoP = oauth.DPoP(client, keys);
    const auth = oauth.ClientSecretBasic(secrets.job);
    const reply = await oauth.clientCredentialsGrantRequest(
      metadata,
      client,
      auth,
      {},
      { ...insecure, DPoP },
    );
    const tokens = await oauth.processClientCredentialsResponse(metadata, client, reply);
    return tokens.token_type === 'dpop' ? undefined : tokens.token_type;
  },
  async 'oauth4webapi: password'() {
    const client = { client_id: 'old' };
    const parameters = new URLSearchParams({
      username: 'ada',
      password: 'correct horse battery',
      scope: SCOPE,
    });
    const reply = await oauth.genericTokenEndpointRequest(
      metadata,
      client,
      oauth.None(),
      'password',
      parameters,
      insecure,
    );
    await oauth.processGenericTokenEndpointResponse(metadata, client, reply);
  },
};

for (const [flow, run] of Object.entries(flows)) {
  const problem = await run().catch((error) => `${error.code ?? ''} ${error.message}`);
  process.stdout.write(
    `${JSON.stringify({ flow, ...(problem === undefined ? {} : { problem }) })}\n`,
  );
}
