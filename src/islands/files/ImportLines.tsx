import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatCount } from '../../lib/core/i18n/format.ts'
import type { ImportLine } from '../../lib/files/import.ts'
import { outcomeWords } from '../../lib/files/import-results.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import type { ImportSource } from './ImportForm.tsx'
import styles from './ImportModal.module.css'

/** In the order in which they need attention. */
const outcomes = ['invalid', 'conflict', 'changed', 'new', 'unchanged'] as const
/** The file of results has all of them. */
const mostShown = 100

interface ImportLinesProps<Row extends { readonly line: number }> {
  readonly lines: readonly ImportLine<Row>[]
  readonly source: ImportSource<Row>
  readonly isOver: boolean
  /** Whether refused lines can be corrected here. */
  readonly isOpen: boolean
}

/** The number of lines of each kind, and the lines of the kind that is chosen. */
export function ImportLines<Row extends { readonly line: number }>({
  lines,
  source,
  isOver,
  isOpen,
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
            <Line key={line.row.line} {...{ line, source, isOver, isOpen }} />
          ))}
        </ul>
      )}
      {found.length > mostShown && (
        <p className={styles.hint}>{words.moreLines(found.length - mostShown)}</p>
      )}
    </section>
  )
}

interface LineProps<Row extends { readonly line: number }>
  extends Omit<ImportLinesProps<Row>, 'lines'> {
  readonly line: ImportLine<Row>
}

function Line<Row extends { readonly line: number }>(props: LineProps<Row>) {
  const { line, source, isOver, isOpen } = props
  const words = useStore($importWords)
  const [isCorrecting, setCorrecting] = useState(false)
  const { row, outcome, reason } = line
  const { name, detail } = source.showRow(row)
  const isRefused = outcome === 'invalid' || outcome === 'conflict'
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
      {isOpen && isRefused && !isCorrecting && (
        <Button
          variant="secondary"
          size="small"
          label={words.correctLine({ line: String(row.line) })}
          onClick={() => setCorrecting(true)}
        >
          {words.correct}
        </Button>
      )}
      {isOpen && isCorrecting && <Correction line={line} source={source} />}
    </li>
  )
}

/** The fields of a line in its place. */
function Correction<Row extends { readonly line: number }>({
  line,
  source,
}: Pick<LineProps<Row>, 'line' | 'source'>) {
  const words = useStore($importWords)
  const { store, fieldsOf, corrected } = source
  return (
    <form
      noValidate
      className={styles.correction}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = [...new FormData(event.currentTarget)].flatMap(([name, text]) =>
          typeof text === 'string' ? [[name, text] as const] : [],
        )
        void store.correct(corrected(line.row, new Map(typed)))
      }}
    >
      {fieldsOf(line).map(({ name, label, value }, at) => (
        <Field key={name} name={name} label={label}>
          {(control) => (
            <input
              {...control}
              // biome-ignore lint/a11y/noAutofocus: a press on 'Correct' asks for it
              autoFocus={at === 0}
              defaultValue={value}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      ))}
      <Button type="submit" variant="secondary">
        {words.checkAgain}
      </Button>
    </form>
  )
}
