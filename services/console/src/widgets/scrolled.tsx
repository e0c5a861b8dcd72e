import type { ComponentChildren } from 'preact';

interface ScrolledProps {
  /** The id of its heading. */
  readonly labelledBy: string;
  readonly children: ComponentChildren;
}

/**
 * A scrollable area for content that may be too wide. It takes the focus, so that keys can scroll
 * it.
 */
export function Scrolled({ labelledBy, children }: ScrolledProps) {
  return (
    <section ref={focusable} class="scroll" aria-labelledby={labelledBy}>
      {children}
    </section>
  );
}

/** Makes an element focusable that has no action but scrolling by keys. */
export function focusable(element: HTMLElement | null): void {
  if (element !== null) element.tabIndex = 0;
}
