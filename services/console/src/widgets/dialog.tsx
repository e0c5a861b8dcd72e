import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../messages/messages.js';
import { Icon } from './icon.js';

interface DialogProps {
  readonly title: string;
  readonly isOpen: Signal<boolean>;
  readonly children: ComponentChildren;
}

/** The browser's own dialog: it keeps the focus inside, closes on Escape and restores the focus. */
export function Dialog({ title, isOpen, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const wanted = isOpen.value;
  useEffect(() => {
    if (wanted && element.current?.open === false) element.current.showModal();
    if (!wanted) element.current?.close();
  }, [wanted]);
  return (
    <dialog
      ref={element}
      aria-label={title}
      onClose={() => {
        isOpen.value = false;
      }}
    >
      <div class="dialog-head">
        <h2>{title}</h2>
        <button
          type="button"
          class="quiet"
          aria-label={t('app.close')}
          onClick={() => element.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      {wanted ? children : null}
    </dialog>
  );
}
