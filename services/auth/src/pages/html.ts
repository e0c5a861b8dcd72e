/** HTML from templates: inserted values are escaped, unless they are HTML made here. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[] | undefined;

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const texts = strings.map((text, i) => text + (i < parts.length ? render(parts[i]) : ''));
  return new Html(texts.join(''));
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map((one: Html) => one.text).join('');
  return escapeHtml(String(part));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
