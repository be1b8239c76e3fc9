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

/** The minimum width of a part that is not 0, so that it is visible. */
const smallestShare = 0.012

/** A stacked bar with a legend; nothing if the total is 0. */
export function ShareBar({ title, parts }: ShareBarProps) {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const drawn = parts.filter(({ count }) => count > 0)
  return (
    <figure className={styles.share}>
      <svg className={styles.bar} aria-hidden="true">
        {drawn.map(({ tone, count }, index) => {
          const before = drawn.slice(0, index).reduce((sum, part) => sum + part.count, 0)
          const isLast = index === drawn.length - 1
          const start = isLast ? Math.min(before / total, 1 - smallestShare) : before / total
          const share = Math.max(count / total, smallestShare)
          return (
            <rect
              key={tone}
              data-tone={tone}
              x={`${start * 100}%`}
              width={`${share * 100}%`}
              height="100%"
            />
          )
        })}
      </svg>
      <figcaption>
        {title !== undefined && `${title}: `}
        {parts.map(({ tone, label }, index) => (
          <span key={tone} className={styles.part} data-tone={tone}>
            {label}
            {index < parts.length - 1 && listComma()}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
