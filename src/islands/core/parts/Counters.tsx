import { lengthOf } from '../../../lib/core/format/figures.ts'
import styles from './Counters.module.css'

interface CountersProps {
  /** Label, value and an optional caption, all formatted. */
  readonly counters: readonly (readonly [label: string, value: string, caption?: string])[]
  /** On a wide window: stacked next to a card, or side by side across the screen. */
  readonly layout: 'beside' | 'across'
}

/** Figures with labels, in tabular numerals; all in the font size that the longest one needs. */
export function Counters({ counters, layout }: CountersProps) {
  const length = lengthOf(counters.map(([, value]) => value))
  return (
    <dl className={styles.counters} data-layout={layout} data-length={length}>
      {counters.map(([label, value, caption]) => (
        <div key={label} className={styles.counter}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          {caption !== undefined && <dd className={styles.caption}>{caption}</dd>}
        </div>
      ))}
    </dl>
  )
}
