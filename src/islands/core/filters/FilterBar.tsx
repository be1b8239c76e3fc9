import { useStore } from '@nanostores/react'
import { type ReactNode, useId, useState } from 'react'
import { $dashboardWords } from '../../../lib/core/words/dashboard.words.yaml'
import '../../../ui/button.css'
import { SearchField } from '../../../ui/SearchField.tsx'
import styles from './FilterBar.module.css'

interface FilterBarProps {
  readonly label: string
  readonly hint: string
  readonly search: string
  readonly onSearch: (wanted: string) => void
  /** The number of active filters, shown on the button while the filters are collapsed. */
  readonly activeCount: number
  readonly children: ReactNode
}

/** Search and filters above a list. If they do not fit in one line, a button expands the filters. */
export function FilterBar(props: FilterBarProps) {
  const { label, hint, search, onSearch, activeCount, children } = props
  const words = useStore($dashboardWords)
  const [isOpen, setOpen] = useState(false)
  const filters = useId()
  return (
    <search className={styles.bar}>
      <SearchField label={label} hint={hint} value={search} onSearch={onSearch} isLabelHidden />
      <button
        type="button"
        className={`button ${styles.unfold}`}
        data-variant="secondary"
        aria-expanded={isOpen}
        aria-controls={filters}
        onClick={() => setOpen(!isOpen)}
      >
        {activeCount === 0 ? words.filters : words.filtersActive(activeCount)}
      </button>
      <div id={filters} className={styles.filters} data-open={isOpen}>
        {children}
      </div>
    </search>
  )
}
