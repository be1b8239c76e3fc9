import { drawnShares } from '../../../lib/core/format/figures.ts'
import { listComma } from '../../../lib/core/format/list.ts'
import type { Tone } from '../../../ui/Badge.tsx'
import styles from './ShareBar.module.css'

interface SharePart {
  readonly tone: Tone
  readonly count: number
  /** The part in words: '6 low'. */
  readonly label: string
}

interface ShareBarProps {
  readonly title?: string
  readonly parts: readonly SharePart[]
}

/** A stacked bar with a legend; nothing if the total is 0. */
export function ShareBar({ title, parts }: ShareBarProps) {
  const drawn = drawnShares(parts)
  if (drawn.length === 0) return null
  return (
    <figure className={styles.share}>
      <svg className={styles.bar} aria-hidden="true">
        {drawn.map(({ part, x, width }) => (
          <rect key={part.tone} data-tone={part.tone} x={x} width={width} height="100%" />
        ))}
      </svg>
      <figcaption>
        {title !== undefined && `${title}: `}
        {parts.map(({ tone, label }, index) => (
          <span key={tone} className={styles.part} data-tone={tone}>
            {index < parts.length - 1 ? label + listComma() : label}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
