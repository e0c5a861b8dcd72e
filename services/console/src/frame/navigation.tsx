import type { Signal } from '@preact/signals';
import { formatPlace } from '../address.js';
import { place } from '../browser/navigation.js';
import { chosenLanguage, THEMES, theme } from '../browser/preferences.js';
import { LANGUAGES, language, t } from '../messages/messages.js';
import { PAGES, pageAt } from '../pages.js';
import { config, session, signOut } from '../session/session.js';
import { Icon } from '../widgets/icon.js';

interface NavigationProps {
  /** True while the menu is open on a narrow screen, where a button hides the navigation. */
  readonly isMenuOpen: Signal<boolean>;
  readonly areKeysShown: Signal<boolean>;
}

export function Navigation({ isMenuOpen, areKeysShown }: NavigationProps) {
  const current = pageAt(place.value.page)?.path;
  const close = () => {
    isMenuOpen.value = false;
  };
  return (
    <aside class={isMenuOpen.value ? 'side is-open' : 'side'} aria-label={t('app.console')}>
      <div class="side-head">
        <Icon name="skein" />
        <div>
          <div class="brand">Skein</div>
          <div class="small muted">{config.value.cluster}</div>
        </div>
      </div>
      <nav aria-label={t('app.pages')}>
        {PAGES.map(({ path, title }) => (
          <a
            key={path}
            href={formatPlace({ page: path, params: {} })}
            aria-current={path === current ? 'page' : undefined}
            onClick={close}
          >
            <Icon name={path} />
            {t(title)}
          </a>
        ))}
      </nav>
      <div class="side-foot">
        <WhoIsThere />
        <Preferences />
        <button
          type="button"
          class="quiet"
          onClick={() => {
            areKeysShown.value = true;
          }}
        >
          <kbd>?</kbd> {t('app.keys')}
        </button>
        <div class="small muted">{config.value.version}</div>
      </div>
    </aside>
  );
}

function WhoIsThere() {
  const who = session.value;
  if (who.kind === 'open') return <p class="small note">{t('app.open')}</p>;
  if (who.kind !== 'signed_in') return null;
  return (
    <div class="who">
      <span class="small" title={who.user}>
        {t('sign.in.as')}
      </span>
      <button type="button" class="quiet" onClick={() => void signOut()}>
        {t('sign.out')}
      </button>
    </div>
  );
}

function Preferences() {
  return (
    <div class="preferences">
      <label>
        <span class="small muted">{t('app.theme')}</span>
        <select
          value={theme.value}
          onChange={({ currentTarget }) => {
            theme.value = THEMES.find((known) => known === currentTarget.value) ?? 'system';
          }}
        >
          {THEMES.map((name) => (
            <option key={name} value={name}>
              {t(`app.theme.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="small muted">{t('app.language')}</span>
        <select
          value={language.value}
          onChange={({ currentTarget }) => {
            chosenLanguage.value = currentTarget.value;
          }}
        >
          {LANGUAGES.map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
