import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../messages/messages.js';
import type { PageEntry } from '../pages.js';
import { Failure } from '../widgets/failure.js';

/** Loads a page's file and shows the page. */
export function OpenedPage({ entry }: { readonly entry: PageEntry }) {
  const loaded = useSignal<{ readonly Page: FunctionComponent } | undefined>(undefined);
  const failure = useSignal<Error | undefined>(undefined);
  const load = () => {
    failure.value = undefined;
    entry.load().then(
      (Page) => {
        loaded.value = { Page };
      },
      (error: Error) => {
        failure.value = error;
      },
    );
  };
  useEffect(load, []);
  if (failure.value !== undefined) return <Failure error={failure.value} retry={load} />;
  if (loaded.value === undefined) return <p class="muted page-wait">{t('app.loading')}</p>;
  const { Page } = loaded.value;
  return <Page />;
}
