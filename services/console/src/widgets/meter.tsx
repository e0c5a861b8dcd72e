/** A share of a whole, as a bar with its number. From `high` percent on it is highlighted. */
interface MeterProps {
  readonly percent: number;
  readonly high?: number;
  /** The text in place of the percentage. */
  readonly text?: string;
  readonly label: string;
}

const HIGH_PERCENT = 85;

export function Meter({ percent, high = HIGH_PERCENT, text, label }: MeterProps) {
  const shown = text ?? `${Math.round(percent)} %`;
  return (
    <span class="meter">
      <svg
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${shown}`}
      >
        <rect class="meter-track" width="100" height="8" />
        <rect
          class={percent >= high ? 'meter-value is-high' : 'meter-value'}
          width={Math.min(100, Math.max(0, percent))}
          height="8"
        />
      </svg>
      <span>{shown}</span>
    </span>
  );
}
