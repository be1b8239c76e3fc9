import type { Tone } from './Badge.tsx'
import './gauge.css'

interface GaugeProps {
  /** An integer from 0 to 100. */
  readonly value: number
  readonly tone: Tone
  /** The accessible name: what is measured. */
  readonly label: string
  /** The value in words: 'Medium Risk'. */
  readonly valueText: string
  readonly scale: string
}

const arc = 'M 16 104 A 84 84 0 0 1 184 104'

/** A half circle that fills from the start, animated once when it appears. */
export function Gauge({ value, tone, label, valueText, scale }: GaugeProps) {
  return (
    <div
      className="gauge"
      data-tone={tone}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={`${value} ${scale}: ${valueText}`}
    >
      <svg viewBox="0 0 200 116" aria-hidden="true">
        <path className="gauge-track" d={arc} pathLength="100" />
        {value > 0 && (
          <path className="gauge-fill" d={arc} pathLength="100" strokeDasharray={`${value} 200`} />
        )}
        <path
          className="gauge-ticks"
          d={arc}
          pathLength="100"
          strokeDasharray="0.6 39.1"
          strokeDashoffset="-29.7"
        />
      </svg>
      <p className="gauge-value" aria-hidden="true">
        <strong>{value}</strong>
        <span>{scale}</span>
      </p>
    </div>
  )
}
