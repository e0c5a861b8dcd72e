/** A headless browser: keeps cookies, follows redirects within the service, fills in forms. */
import type { TestAuth } from './auth_service.js';
import { USER } from './auth_service.js';

export interface Shown {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The current address; for a redirect out of the service, its target. */
  readonly location: string;
}

export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** `headers`: sent with each request, as a proxy might. */
  constructor({ url }: Pick<TestAuth, 'url'>, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  async open(address: string): Promise<Shown> {
    return this.#follow(await this.send(address, {}), address);
  }

  /** Submits the form of a page. */
  async submit(page: Shown, fields: Readonly<Record<string, string>>): Promise<Shown> {
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const body = new URLSearchParams({ form_token: token, ...fields });
    return this.#follow(await this.send(action, { method: 'POST', body }), action);
  }

  /** Makes one request and keeps cookies, without following redirects. */
  async send(address: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...this.#headers, ...(init.headers as Record<string, string>), cookie };
    const response = await fetch(new URL(address, this.#url), {
      ...init,
      headers,
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=', 2);
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async signIn(page: Shown, { name, password } = USER): Promise<Shown> {
    return this.submit(page, { username: name, password });
  }

  async #follow(first: Response, from: string): Promise<Shown> {
    let response = first;
    let location = from;
    for (let hops = 0; hops < 5; hops++) {
      const next = response.headers.get('location');
      if (next === null) break;
      location = next;
      if (!next.startsWith('/') && !next.startsWith(this.#url)) break;
      response = await this.send(next, {});
    }
    const { status, headers } = response;
    return { status, headers, location, text: await response.text() };
  }
}
