import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import { exportFlags, flagSelection, removeFlags } from '../../lib/flags/flag-tools.ts'
import { $flagSort, type Flag, flagImportDraft, flagSorts } from '../../lib/flags/flags.ts'
import { $flagToolsWords } from '../../lib/flags/words/flag-tools.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { lazy } from '../../ui/lazy-component.ts'
import { FilterSelect } from '../core/filters/FilterSelect.tsx'
import { SelectionBar } from '../core/lists/SelectionBar.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { useOpened } from '../core/parts/use-opened.ts'
import styles from './FlagsPanel.module.css'

const importModal = lazy(async () => (await import('./FlagImportModal.tsx')).FlagImportModal)

interface FlagToolsProps {
  readonly found: readonly Flag[]
}

/** Tools for the list of flags: sort, import, export, and changes of several at once. */
export function FlagTools({ found }: FlagToolsProps) {
  const isSelecting = useStore(flagSelection.$selection) !== undefined
  return (
    <div data-keep-focus>
      {isSelecting ? <SelectionTools found={found} /> : <ListTools found={found} />}
    </div>
  )
}

function sortFlags(chosen: string): void {
  $flagSort.set(flagSorts.find((name) => name === chosen) ?? 'newest')
}

function ListTools({ found }: FlagToolsProps) {
  const words = useStore($flagToolsWords)
  const sort = useStore($flagSort)
  const { isOpen, open, close } = useOpened('import', () => draftOf(flagImportDraft) !== undefined)
  return (
    <fieldset className={styles.tools} aria-label={words.tools}>
      {found.length > 1 && (
        <FilterSelect
          label={words.sort}
          values={flagSorts}
          labels={words}
          value={sort}
          onChoose={sortFlags}
        />
      )}
      <div className={styles.buttons}>
        <Button variant="secondary" size="small" onClick={open}>
          {words.import}
        </Button>
        {found.length > 0 && (
          <>
            <Button variant="secondary" size="small" onClick={() => exportFlags(found)}>
              {words.export}
            </Button>
            <span data-takes-focus>
              <Button variant="secondary" size="small" onClick={() => flagSelection.choose([])}>
                {words.select}
              </Button>
            </span>
          </>
        )}
      </div>
      {isOpen && <LazyPart part={importModal} props={{ onClose: close }} />}
    </fieldset>
  )
}

/** Flags that the search does not find any more do not count. */
function SelectionTools({ found }: FlagToolsProps) {
  const words = useStore($flagToolsWords)
  const selection = useStore(flagSelection.$selection)
  const [isBusy, setBusy] = useState(false)
  const chosen = found.filter(({ id }) => selection?.has(id)).map(({ id }) => id)
  async function remove() {
    setBusy(true)
    await removeFlags(chosen)
    setBusy(false)
  }
  return (
    <div className={styles.tools}>
      <SelectionBar
        words={words}
        chosen={chosen.length}
        total={found.length}
        onAll={() => flagSelection.choose(found.map(({ id }) => id))}
        onCancel={flagSelection.end}
      >
        <Button
          variant="danger"
          size="small"
          disabled={chosen.length === 0}
          pending={isBusy}
          onClick={() => void remove()}
        >
          {words.removeSelected}
        </Button>
      </SelectionBar>
    </div>
  )
}
