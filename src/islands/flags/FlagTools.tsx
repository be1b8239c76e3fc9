import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { $flagSelection, exportFlags, removeFlags } from '../../lib/flags/flag-tools.ts'
import { $flagSort, type Flag, flagSorts } from '../../lib/flags/flags.ts'
import { $flagToolsWords } from '../../lib/flags/words/flag-tools.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { lazy } from '../../ui/lazy-component.ts'
import { Options } from '../../ui/Options.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import styles from './FlagTools.module.css'

const importModal = lazy(async () => (await import('./FlagImportModal.tsx')).FlagImportModal)

/** What is done with the list of flags: sort, import, export, and several at once. */
export function FlagTools({ found }: { readonly found: readonly Flag[] }) {
  const words = useStore($flagToolsWords)
  const sort = useStore($flagSort)
  const selection = useStore($flagSelection)
  const [isImportOpen, setImportOpen] = useState(false)
  const select = useRef<HTMLButtonElement>(null)
  const wasSelecting = useRef(false)
  useEffect(() => {
    // The button that ended the selection is gone.
    if (selection === undefined && wasSelecting.current) select.current?.focus()
    wasSelecting.current = selection !== undefined
  }, [selection])
  if (selection !== undefined) return <SelectionTools found={found} />
  return (
    <fieldset className={styles.tools} aria-label={words.tools}>
      {found.length > 1 && (
        <Field label={words.sort}>
          {(control) => (
            <select
              {...control}
              value={sort}
              onChange={({ currentTarget }) => {
                const wanted = flagSorts.find((name) => name === currentTarget.value)
                $flagSort.set(wanted ?? 'newest')
              }}
            >
              <Options values={flagSorts} labels={words} />
            </select>
          )}
        </Field>
      )}
      <div className={styles.buttons}>
        <Button variant="secondary" size="small" onClick={() => setImportOpen(true)}>
          {words.import}
        </Button>
        {found.length > 0 && (
          <>
            <Button variant="secondary" size="small" onClick={() => exportFlags(found)}>
              {words.export}
            </Button>
            <Button
              ref={select}
              variant="secondary"
              size="small"
              onClick={() => $flagSelection.set(new Set())}
            >
              {words.select}
            </Button>
          </>
        )}
      </div>
      {isImportOpen && (
        <LazyPart part={importModal} props={{ onClose: () => setImportOpen(false) }} />
      )}
    </fieldset>
  )
}

/** Flags that the search does not find any more do not count. */
function SelectionTools({ found }: { readonly found: readonly Flag[] }) {
  const words = useStore($flagToolsWords)
  const selection = useStore($flagSelection)
  const [isBusy, setBusy] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  // The button that began the selection is gone.
  useEffect(() => first.current?.focus(), [])
  const chosen = found.filter(({ id }) => selection?.has(id)).map(({ id }) => id)
  async function remove() {
    setBusy(true)
    await removeFlags(chosen)
    setBusy(false)
  }
  return (
    <fieldset className={styles.tools} aria-label={words.tools}>
      <p role="status">{words.selected(chosen.length)}</p>
      <div className={styles.buttons}>
        <Button
          ref={first}
          variant="secondary"
          size="small"
          onClick={() => $flagSelection.set(new Set(found.map(({ id }) => id)))}
        >
          {words.selectAll(found.length)}
        </Button>
        <Button
          variant="danger"
          size="small"
          disabled={chosen.length === 0}
          pending={isBusy}
          onClick={() => void remove()}
        >
          {words.removeSelected}
        </Button>
        <Button variant="plain" size="small" onClick={() => $flagSelection.set(undefined)}>
          {words.endSelection}
        </Button>
      </div>
    </fieldset>
  )
}
