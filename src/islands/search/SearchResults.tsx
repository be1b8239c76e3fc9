import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $foundCounts, type SearchEntry } from '../../lib/search/search.ts'
import { $searchWords } from '../../lib/search/words/search.words.yaml'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import styles from './SearchResults.module.css'

interface SearchResultsProps {
  readonly id: string
  readonly entries: readonly SearchEntry[]
  readonly active: number
  readonly onPoint: (key: string) => void
  readonly onChoose: (entry: SearchEntry) => void
}

/** The results in groups; the focus stays in the field. */
export function SearchResults({ id, entries, active, onPoint, onChoose }: SearchResultsProps) {
  const words = useStore($searchWords)
  const counts = useStore($foundCounts)
  const groups = [...new Set(entries.map(({ group }) => group))]
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div id={id} className={styles.list} role="listbox" aria-label={words.title}>
      {groups.map((group) => (
        <fieldset key={group} className={styles.group}>
          <legend className={styles.title}>
            {words[group]}
            {(group === 'users' || group === 'organizations') && counts[group] !== undefined && (
              <span className={styles.count}>
                {words.shownOf({
                  // Without the way to all of them.
                  shown: formatCount(entries.filter((entry) => entry.group === group).length - 1),
                  all: formatCount(counts[group]),
                })}
              </span>
            )}
          </legend>
          {entries.map(
            (entry, at) =>
              entry.group === group && (
                <button
                  key={entry.key}
                  id={`${id}-${at}`}
                  type="button"
                  className={styles.entry}
                  role="option"
                  // The focus stays in the field.
                  tabIndex={-1}
                  aria-selected={at === active}
                  onPointerMove={() => onPoint(entry.key)}
                  onClick={() => onChoose(entry)}
                >
                  <bdi className={styles.label}>{entry.label}</bdi>
                  {entry.detail !== undefined && (
                    <span className={styles.detail}>
                      <bdi>{entry.detail}</bdi>
                      {entry.email && (
                        <>
                          {' · '}
                          <EmailAddress address={entry.email} />
                        </>
                      )}
                    </span>
                  )}
                </button>
              ),
          )}
        </fieldset>
      ))}
    </div>
  )
}
