import type { ComponentChildren } from 'preact';

interface ScrolledProps {
  /** Id of its heading. */
  readonly labelledBy: string;
  readonly children: ComponentChildren;
}

/** What may be wider than its place. Who uses the keyboard moves it too, so it takes the focus. */
export function Scrolled({ labelledBy, children }: ScrolledProps) {
  return (
    <section ref={focusable} class="scroll" aria-labelledby={labelledBy}>
      {children}
    </section>
  );
}

/** For an element that is moved by keys alone, and does nothing else. */
export function focusable(element: HTMLElement | null): void {
  if (element !== null) element.tabIndex = 0;
}
