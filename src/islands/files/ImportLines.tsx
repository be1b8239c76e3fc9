import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../lib/core/i18n/format.ts'
import type { ImportLine } from '../../lib/files/import.ts'
import { outcomeWords } from '../../lib/files/import-results.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import styles from './ImportModal.module.css'
import type { ImportSource } from './import-source.ts'

/** In the order in which they need attention. */
const outcomes = ['invalid', 'conflict', 'changed', 'new', 'unchanged'] as const
/** The file of results has all of them. */
const mostShown = 100

interface ImportLinesProps<Row extends { readonly line: number }> {
  readonly lines: readonly ImportLine<Row>[]
  readonly showRow: ImportSource<Row>['showRow']
  readonly Action: ImportSource<Row>['Action']
  readonly isOver: boolean
}

/** The number of lines of each kind, and the lines of the kind that is chosen. */
export function ImportLines<Row extends { readonly line: number }>({
  lines,
  showRow,
  Action,
  isOver,
}: ImportLinesProps<Row>) {
  const words = useStore($importWords)
  const byOutcome = Map.groupBy(lines, ({ outcome }) => outcome)
  const countOf = (outcome: ImportLine<Row>['outcome']) => byOutcome.get(outcome)?.length ?? 0
  const [chosen, setChosen] = useState<ImportLine<Row>['outcome']>(
    () => outcomes.find((outcome) => countOf(outcome) > 0) ?? 'new',
  )
  const created = byOutcome.get('new') ?? []
  const isCreated = created.length > 0 && created.every(({ isWritten }) => isWritten)
  const found = byOutcome.get(chosen) ?? []
  return (
    <section className={styles.lines} aria-label={isOver ? words.results : words.outcomes}>
      <div className={styles.counts}>
        {outcomes.map((outcome) => (
          <button
            key={outcome}
            type="button"
            className={styles.count}
            data-outcome={outcome}
            aria-pressed={outcome === chosen}
            onClick={() => setChosen(outcome)}
          >
            <strong>{formatCount(countOf(outcome))}</strong>{' '}
            {outcome === 'new' && isCreated ? words.created : words[outcome]}
          </button>
        ))}
      </div>
      {found.length === 0 ? (
        <p className={styles.hint}>{words.noLines}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        <ul className={styles.list} aria-label={words.lines} tabIndex={0}>
          {found.slice(0, mostShown).map((line) => (
            <Line key={line.row.line} {...{ line, isOver, ...showRow(line.row) }}>
              {Action !== undefined && line.outcome === 'unchanged' && <Action row={line.row} />}
            </Line>
          ))}
        </ul>
      )}
      {found.length > mostShown && (
        <p className={styles.hint}>{words.moreLines(found.length - mostShown)}</p>
      )}
    </section>
  )
}

interface LineProps {
  readonly line: ImportLine<{ readonly line: number }>
  readonly name: string
  readonly detail: string
  readonly isOver: boolean
  readonly children: ReactNode
}

function Line({ line, name, detail, isOver, children }: LineProps) {
  const words = useStore($importWords)
  const { row, outcome, reason } = line
  return (
    <li className={styles.line}>
      <span className={styles.number}>
        <span className="visually-hidden">{words.line} </span>
        {row.line}
      </span>
      <span className={styles.who}>
        <bdi>{name.slice(0, 200)}</bdi>
        <bdi className={styles.address}>{detail.slice(0, 200)}</bdi>
      </span>
      <span className={styles.outcome} data-outcome={outcome}>
        {outcomeWords(line, isOver)}
      </span>
      {reason !== '' && <span className={styles.reason}>{reason}</span>}
      {children}
    </li>
  )
}
