import type { GivenTokens } from './token_endpoint.js';
import { RENEW_BEFORE_MS, TokenKeeper } from './token_keeper.js';

const LIFETIME_MS = 300_000;

/**
 * An issuer whose refresh tokens are `r0`, `r1`, … and good for one use: a second use of one
 * revokes them all.
 */
class RotatingIssuer {
  nowMs = 0;
  readonly uses: string[] = [];
  #next = 0;

  first(): GivenTokens {
    return this.#given('nodes');
  }

  keeper(given = this.first()): TokenKeeper {
    return new TokenKeeper(given, {
      nowMs: () => this.nowMs,
      renew: async (refreshToken, audience) => {
        this.uses.push(`${refreshToken} ${audience}`);
        await Promise.resolve();
        if (refreshToken !== `r${this.#next - 1}`) throw new Error('reused');
        return this.#given(audience);
      },
    });
  }

  #given(audience: string): GivenTokens {
    const number = this.#next++;
    return {
      accessToken: `${audience}${number}`,
      refreshToken: `r${number}`,
      scope: '',
      endsMs: this.nowMs + LIFETIME_MS,
    };
  }
}

it('keeps a token until shortly before its end, and renews it then', async () => {
  const issuer = new RotatingIssuer();
  const keeper = issuer.keeper();
  issuer.nowMs = LIFETIME_MS - RENEW_BEFORE_MS - 1;
  expect(await keeper.accessToken('nodes')).toBe('nodes0');
  issuer.nowMs += 1;
  expect(await keeper.accessToken('nodes')).toBe('nodes1');
  expect(keeper.refreshToken).toBe('r1');
});

it('uses each refresh token once, however many requests need one and for whom', async () => {
  const issuer = new RotatingIssuer();
  const keeper = issuer.keeper();
  issuer.nowMs = LIFETIME_MS;
  const wanted = ['nodes', 'issuer', 'nodes', 'issuer', 'nodes'] as const;
  const tokens = await Promise.all(wanted.map((audience) => keeper.accessToken(audience)));
  expect(tokens).toEqual(['nodes1', 'issuer2', 'nodes1', 'issuer2', 'nodes1']);
  expect(issuer.uses).toEqual(['r0 nodes', 'r1 issuer']);
});

it('keeps the refresh token of an issuer that sends no other', async () => {
  const given = { accessToken: 'a', refreshToken: 'stable', scope: '', endsMs: 0 };
  const seen: string[] = [];
  const keeper = new TokenKeeper(given, {
    nowMs: () => 0,
    renew: async (refreshToken) => {
      seen.push(refreshToken);
      return { ...given, refreshToken: undefined };
    },
  });
  await keeper.accessToken('nodes');
  await keeper.accessToken('nodes');
  expect(seen).toEqual(['stable', 'stable']);
});

it('rejects when the issuer gives no more, and is asked anew by the next request', async () => {
  const issuer = new RotatingIssuer();
  const keeper = issuer.keeper({ ...issuer.first(), refreshToken: 'stolen', endsMs: 0 });
  await expect(keeper.accessToken('nodes')).rejects.toThrow('reused');
  await expect(keeper.accessToken('nodes')).rejects.toThrow('reused');
  expect(issuer.uses).toHaveLength(2);
});

it('has no token for the issuer without a refresh token, and the old one for the nodes', async () => {
  const issuer = new RotatingIssuer();
  const keeper = issuer.keeper({ ...issuer.first(), refreshToken: undefined, endsMs: 0 });
  expect(await keeper.accessToken('issuer')).toBeUndefined();
  expect(await keeper.accessToken('nodes')).toBe('nodes0');
});
