import type { Tone } from '../../../ui/Badge.tsx'
import styles from './ShareBar.module.css'

interface ShareBarProps {
  readonly parts: readonly { readonly tone: Tone; readonly count: number }[]
  /** Says in words what the bar draws. */
  readonly caption: string
}

/** One bar for the whole, cut into its parts; nothing where there is no whole. */
export function ShareBar({ parts, caption }: ShareBarProps) {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const starts = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { count }) => sum + count, 0),
  )
  return (
    <figure className={styles.share}>
      <svg viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ tone, count }, index) => (
          <rect key={tone} data-tone={tone} x={starts[index]} width={count} height="1" />
        ))}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
