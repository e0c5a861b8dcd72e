/**
 * Icons drawn inline, so that no file is requested. Each stands beside a text, or in a labelled
 * button.
 */
const PATHS: Readonly<Record<string, string>> = {
  skein: 'M3 9l4 4 4-4M9 15l4 4 4-4M13 7l4 4 4-4',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  overview: 'M3 13h4l3-8 4 14 3-6h4',
  search: 'M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM16.5 16.5L21 21',
  requests: 'M4 6l5 6-5 6M12 18h8',
  data: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zM4 6c0 4 16 4 16 0M4 12c0 4 16 4 16 0',
  access: 'M8 11a4 4 0 1 1 0.01 0M2 21c0-8 12-8 12 0M16 14l5-5M18 9h3v3',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  run: 'M7 4l13 8-13 8z',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
};

export function Icon({ name }: { readonly name: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name] ?? ''} />
    </svg>
  );
}
