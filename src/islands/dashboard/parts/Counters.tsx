import styles from './Counters.module.css'

interface CountersProps {
  /** Label and value, both ready to read. */
  readonly counters: readonly (readonly [label: string, value: string])[]
  /** On a wide window: under each other beside a card, or side by side across the screen. */
  readonly layout: 'beside' | 'across'
}

/** Figures with their labels, in tabular numerals. */
export function Counters({ counters, layout }: CountersProps) {
  return (
    <dl className={styles.counters} data-layout={layout}>
      {counters.map(([label, value]) => (
        <div key={label} className={styles.counter}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
