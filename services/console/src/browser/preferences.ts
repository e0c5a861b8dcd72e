/**
 * A reader's choices for this browser: theme and language. The console keeps nothing else in
 * `localStorage`.
 */
import { computed, effect, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const THEME = 'skein-console-theme';
const LANGUAGE = 'skein-console-language';

export const theme = signal<Theme>(
  THEMES.find((known) => known === localStorage.getItem(THEME)) ?? 'system',
);
/** The chosen language; undefined for the browser's language. */
export const chosenLanguage = signal<string | undefined>(
  localStorage.getItem(LANGUAGE) ?? undefined,
);

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(darkSystem.matches);

/** True when the dark theme is shown, for parts that are drawn on a canvas and not styled. */
export const isDark = computed(() =>
  theme.value === 'system' ? isSystemDark.value : theme.value === 'dark',
);

/** Call once: from then on, both choices are stored and the theme is set on the root element. */
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
