import styles from './Counters.module.css'

interface CountersProps {
  /** Label and value, both ready to read. */
  readonly counters: readonly (readonly [label: string, value: string])[]
  /** On a wide window: under each other beside a card, or side by side across the screen. */
  readonly layout: 'beside' | 'across'
}

/** Characters of a figure that fit in large print, whatever the window. */
const longestLarge = 10

/** Figures with their labels, in tabular numerals. */
export function Counters({ counters, layout }: CountersProps) {
  return (
    <dl className={styles.counters} data-layout={layout}>
      {counters.map(([label, value]) => (
        <div key={label} className={styles.counter}>
          <dt>{label}</dt>
          <dd data-long={value.length > longestLarge}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
