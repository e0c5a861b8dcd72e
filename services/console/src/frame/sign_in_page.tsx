import { t } from '../messages/messages.js';
import { config, session, signIn } from '../session/session.js';

export function SignInPage() {
  const { cluster, signIn: known } = config.value;
  const who = session.value;
  const { error, hasEnded = false } = who.kind === 'signed_out' ? who : {};
  const canSign = globalThis.isSecureContext;
  return (
    <section class="sign-in panel">
      <h1>{t('sign.in.title', { cluster })}</h1>
      <p>{t('sign.in.explain', { issuer: known?.issuer ?? '' })}</p>
      {error === undefined ? null : (
        <p role="alert" class="bad">
          {t('sign.in.failed', { reason: error })}
        </p>
      )}
      {hasEnded ? <p role="alert">{t('sign.in.ended')}</p> : null}
      {canSign ? null : <p role="alert">{t('sign.in.insecure')}</p>}
      <button type="button" class="first" disabled={!canSign} onClick={() => void signIn()}>
        {t('sign.in')}
      </button>
    </section>
  );
}
