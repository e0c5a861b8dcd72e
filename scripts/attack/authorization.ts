/**
 * The authorization service as a target: it has a user, a client of each kind, and a browser in
 * which the user has signed in.
 */
import { administer } from '@skein/auth';
import { ServiceProcess } from '@skein/testkit';

const CODE_GRANTS = ['authorization_code', 'refresh_token'];
const SCOPES = ['indices:read:*'];
const PASSWORD = 'correct horse battery';

/** Registered addresses, by client. */
export const REDIRECTS = {
  web: 'https://app.example/cb',
  back: 'https://back.example/cb?tenant=a',
  native: 'http://127.0.0.1/cb',
} as const;

export interface Authorization {
  readonly url: string;
  readonly process: ServiceProcess;
  /** The secret of the client `back`. */
  readonly secret: string;
  /**
   * The `Cookie` header of a browser in which the user has signed in and granted `back` the scopes
   * that it requests.
   */
  readonly cookies: string;
}

export async function startAuthorization(
  root: string,
  settings: Readonly<Record<string, string>>,
): Promise<Authorization> {
  const secret = await administer(new Map(Object.entries(settings)), async (admin) => {
    await admin.users.setRole({ name: 'readers', scopes: SCOPES });
    await admin.users.add('ada', PASSWORD, ['readers']);
    const usual = { grants: CODE_GRANTS, scopes: SCOPES };
    await admin.clients.add({ ...usual, id: 'web', type: 'public', redirectUris: [REDIRECTS.web] });
    const native = { id: 'native', type: 'native', redirectUris: [REDIRECTS.native] } as const;
    await admin.clients.add({ ...usual, ...native });
    const grants = [...CODE_GRANTS, 'client_credentials'];
    const back = { id: 'back', grants, redirectUris: [REDIRECTS.back] };
    return (await admin.clients.add({ ...usual, ...back })).client_secret ?? '';
  });
  const process = await ServiceProcess.start(root, 'auth', settings);
  const { url } = process;
  return { url, process, secret, cookies: await signedIn(url) };
}

/** Goes through sign-in and consent once, as a browser does. */
async function signedIn(url: string): Promise<string> {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask = async (address: string, body?: URLSearchParams): Promise<Response> => {
    const init = body === undefined ? {} : { method: 'POST', body };
    const headers = { cookie: cookies() };
    const response = await fetch(new URL(address, url), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const next = response.headers.get('location');
    return next?.startsWith('/') ? ask(next) : response;
  };
  const submit = async (page: string, fields: Record<string, string>): Promise<string> => {
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
    const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
    return (await ask(action, new URLSearchParams({ form_token: token, ...fields }))).text();
  };
  const request = { response_type: 'code', client_id: 'back', redirect_uri: REDIRECTS.back };
  const login = await (await ask(`/authorize?${new URLSearchParams(request)}`)).text();
  const consent = await submit(login, { username: 'ada', password: PASSWORD });
  await submit(consent, { decision: 'allow' });
  return cookies();
}

/** Posts a form as a program does, without a browser's headers. */
export async function post(
  { url }: Authorization,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const response = await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

/** Gets a new authorization code for `back` through its user's browser. */
export async function freshCode({ url, cookies }: Authorization): Promise<string> {
  const request = { response_type: 'code', client_id: 'back', redirect_uri: REDIRECTS.back };
  const address = `${url}/authorize?${new URLSearchParams(request)}`;
  const { headers } = await fetch(address, { headers: { cookie: cookies }, redirect: 'manual' });
  const code = new URL(headers.get('location') ?? '', url).searchParams.get('code');
  if (code === null) throw new Error('the service gave no code');
  return code;
}
