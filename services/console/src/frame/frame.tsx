/**
 * The frame around every page: the navigation, the signed-in user, theme, language, and the list of
 * keyboard shortcuts.
 */
import { effect, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { go, place } from '../browser/navigation.js';
import { listenToKeys } from '../browser/shortcuts.js';
import { language, t } from '../messages/messages.js';
import { PAGES, pageAt } from '../pages.js';
import { config, session } from '../session/session.js';
import { Icon } from '../widgets/icon.js';
import { KeysDialog } from './keys_dialog.js';
import { Navigation } from './navigation.js';
import { OpenedPage } from './opened_page.js';
import { SignInPage } from './sign_in_page.js';

export function Frame() {
  const content = useRef<HTMLElement>(null);
  const areKeysShown = useSignal(false);
  const isMenuOpen = useSignal(false);
  useDocumentTitle();
  useEffect(() => {
    const pages = PAGES.map(
      ({ path, key }) => [`g ${key}`, () => go({ page: path, params: {} })] as const,
    );
    const show = () => {
      areKeysShown.value = true;
    };
    return listenToKeys(new Map([...pages, ['?', show], ['/', focusQuery]]));
  }, []);
  const skip = () => content.current?.focus();
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={skip}>
        {t('app.skip')}
      </button>
      <header class="bar">
        <button
          type="button"
          class="quiet menu-button"
          aria-expanded={isMenuOpen.value}
          aria-label={t('app.menu')}
          onClick={() => {
            isMenuOpen.value = !isMenuOpen.value;
          }}
        >
          <Icon name="menu" />
        </button>
        <span class="brand">Skein</span>
        <span class="muted">{config.value.cluster}</span>
      </header>
      <Navigation isMenuOpen={isMenuOpen} areKeysShown={areKeysShown} />
      <main ref={content} tabIndex={-1} class="content">
        <Shown />
      </main>
      <KeysDialog isOpen={areKeysShown} />
    </div>
  );
}

function Shown(): ComponentChildren {
  const { kind } = session.value;
  if (kind === 'starting') return <p class="muted page-wait">{t('app.loading')}</p>;
  if (kind === 'signed_out') return <SignInPage />;
  const entry = pageAt(place.value.page);
  if (entry === undefined) return <h1>{t('app.unknown')}</h1>;
  return <OpenedPage key={entry.path} entry={entry} />;
}

function useDocumentTitle(): void {
  useMemo(
    () =>
      effect(() => {
        const entry = pageAt(place.value.page);
        const { cluster } = config.value;
        document.documentElement.lang = language.value;
        document.title = [entry && t(entry.title), cluster, 'Skein'].filter(Boolean).join(' · ');
      }),
    [],
  );
}

/** Focuses the search field that the page marks with `data-query`. */
function focusQuery(): void {
  document.querySelector<HTMLElement>('[data-query]')?.focus();
}
