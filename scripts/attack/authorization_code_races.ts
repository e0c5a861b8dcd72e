/**
 * Uses one code, and one refresh token, many times at once: with the right secret, with a wrong
 * one, with another address, as another client.
 */
import { type Attack, mustHold } from './attack.ts';
import { freshCode, post, REDIRECTS } from './authorization.ts';

const AT_ONCE = 8;

export const authorizationCodeRaces: Attack = {
  name: 'authorization_code_races',
  claim:
    'a code and a refresh token are good once, of however many uses at once, and a second use ends what came of the first',
  round: async (ground, dice) => {
    const service = await ground.authorization();
    const good = { client_id: 'back', client_secret: service.secret };
    const code = await freshCode(service);
    const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECTS.back };
    const bent: readonly Record<string, string>[] = [
      { ...grant, ...good },
      { ...grant, ...good, client_secret: 'x' },
      { ...grant, client_id: 'web' },
      { ...grant, ...good, code_verifier: 'v'.repeat(43) },
      { ...grant, ...good, redirect_uri: REDIRECTS.web },
    ];
    const uses = Array.from({ length: AT_ONCE }, (_, i) =>
      dice.pick(i === 0 ? [bent[0] ?? {}] : bent),
    );
    const replies = await Promise.all(uses.map((fields) => post(service, '/token', fields)));
    const won = replies.filter(({ status }) => status === 200);
    mustHold(won.length <= 1, () => `${won.length} of ${AT_ONCE} uses of one code`);
    for (const { status } of replies) {
      mustHold(status === 200 || (status >= 400 && status < 500), () => `status ${status}`);
    }
    const again = await post(service, '/token', { ...grant, ...good });
    mustHold(again.status === 400, () => `a used code: status ${again.status}`);
    const token = String(won[0]?.body.refresh_token ?? 'x');
    const after = await post(service, '/introspect', { ...good, token });
    mustHold(after.body.active === false, () => 'what came of a code that was used twice is alive');
    await refreshAtOnce(service, good);
  },
};

async function refreshAtOnce(
  service: Parameters<typeof post>[0],
  good: Readonly<Record<string, string>>,
): Promise<void> {
  const code = await freshCode(service);
  const first = await post(service, '/token', {
    ...good,
    ...{ grant_type: 'authorization_code', code, redirect_uri: REDIRECTS.back },
  });
  const token = String(first.body.refresh_token);
  const refresh = { ...good, grant_type: 'refresh_token', refresh_token: token };
  const uses = Array.from({ length: AT_ONCE }, () => post(service, '/token', refresh));
  const won = (await Promise.all(uses)).filter(({ status }) => status === 200);
  mustHold(won.length === 1, () => `${won.length} of ${AT_ONCE} uses of one refresh token`);
  const next = String(won[0]?.body.refresh_token);
  const after = await post(service, '/token', { ...refresh, refresh_token: next });
  mustHold(after.status === 400, () => 'a family lives on after one of its tokens was used twice');
}
