/**
 * What a reader chose for this browser: theme and language. Nothing else of the console is kept in
 * it.
 */
import { computed, effect, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const THEME = 'skein-console-theme';
const LANGUAGE = 'skein-console-language';

export const theme = signal<Theme>(
  THEMES.find((known) => known === localStorage.getItem(THEME)) ?? 'system',
);
/** A language that was chosen; `undefined`: the browser's. */
export const chosenLanguage = signal<string | undefined>(
  localStorage.getItem(LANGUAGE) ?? undefined,
);

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(darkSystem.matches);

/** For what is drawn, and not styled. */
export const isDark = computed(() =>
  theme.value === 'system' ? isSystemDark.value : theme.value === 'dark',
);

/** Keeps both, and has the style sheets follow the theme. */
export function applyPreferences(): void {
  darkSystem.addEventListener('change', () => {
    isSystemDark.value = darkSystem.matches;
  });
  effect(() => {
    localStorage.setItem(THEME, theme.value);
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
  effect(() => {
    const language = chosenLanguage.value;
    if (language !== undefined) localStorage.setItem(LANGUAGE, language);
  });
}
