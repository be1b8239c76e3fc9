import styles from './Counters.module.css'

interface CountersProps {
  /** Label, value and what the value is a share of, all ready to read. */
  readonly counters: readonly (readonly [label: string, value: string, caption?: string])[]
  /** On a wide window: under each other beside a card, or side by side across the screen. */
  readonly layout: 'beside' | 'across'
}

/** How many characters a figure has at most to be drawn in large print, and beside three others. */
const longestLarge = 10
const longestShort = 6

function lengthOf(values: readonly string[]): 'short' | 'medium' | 'long' {
  const longest = Math.max(...values.map((value) => value.length))
  if (longest > longestLarge) return 'long'
  return longest > longestShort ? 'medium' : 'short'
}

/** Figures with their labels, in tabular numerals; all of them in the size that the longest needs. */
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
