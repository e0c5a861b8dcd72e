/** Counters in the text form of Prometheus. Names and labels are the program's own, never a caller's, so they stay few. */
type Labels = Readonly<Record<string, string>>;

export class Metrics {
  readonly #counters = new Map<string, Map<string, number>>();
  readonly #gauges = new Map<string, () => number>();

  count(name: string, labels: Labels, by = 1): void {
    let series = this.#counters.get(name);
    if (!series) {
      series = new Map();
      this.#counters.set(name, series);
    }
    const key = labelText(labels);
    series.set(key, (series.get(key) ?? 0) + by);
  }

  /** Read when asked for. */
  gauge(name: string, read: () => number): void {
    this.#gauges.set(name, read);
  }

  render(): string {
    const counters = [...this.#counters].map(
      ([name, series]) =>
        `# TYPE ${name} counter\n${[...series].map(([labels, value]) => `${name}${labels} ${value}\n`).join('')}`,
    );
    const gauges = [...this.#gauges].map(
      ([name, read]) => `# TYPE ${name} gauge\n${name} ${read()}\n`,
    );
    return [...counters, ...gauges].join('');
  }
}

/** Every request is counted: text is joined as it comes. */
function labelText(labels: Labels): string {
  let pairs = '';
  for (const name in labels) pairs += `${pairs === '' ? '' : ','}${name}="${labels[name]}"`;
  return pairs === '' ? '' : `{${pairs}}`;
}
