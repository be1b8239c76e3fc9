import styles from './Counters.module.css'

interface CountersProps {
  /** Label, value and what the value is a share of, all ready to read. */
  readonly counters: readonly (readonly [label: string, value: string, caption?: string])[]
  /** On a wide window: under each other beside a card, or side by side across the screen. */
  readonly layout: 'beside' | 'across'
}

/** Characters of a figure that fit in large print, whatever the window. */
const longestLarge = 10

/** Figures with their labels, in tabular numerals; all of them in the size that the longest needs. */
export function Counters({ counters, layout }: CountersProps) {
  const isLong = counters.some(([, value]) => value.length > longestLarge)
  return (
    <dl className={styles.counters} data-layout={layout} data-long={isLong}>
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
