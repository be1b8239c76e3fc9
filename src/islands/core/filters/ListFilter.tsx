import { useStore } from '@nanostores/react'
import type { MapStore } from 'nanostores'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { $dashboardWords } from '../../../lib/core/words/dashboard.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { FilterSelect } from './FilterSelect.tsx'
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

interface Filter {
  search: string
  isReversed: boolean
}

interface ListFilterProps<Name extends string, Sort extends string> {
  readonly $filter: MapStore<Filter & Record<Name, string>>
  /** The parts of the filter that its button counts. */
  readonly names: readonly Name[]
  readonly words: Readonly<Record<'search' | 'searchHint' | 'all' | 'sort' | Sort, string>>
  readonly sorts: readonly Sort[]
  readonly sort: Sort
  /** The direction in words: 'Highest first' rather than 'Descending'. */
  readonly order: string
  readonly onSort: (sort: string) => void
  readonly onReverse: () => void
  /** The filters, with a function for those that choose one of a few values. */
  readonly children: (
    select: <Value extends string>(
      name: Name,
      label: string,
      values: readonly Value[],
      labels: Readonly<Record<Value, string>>,
    ) => ReactNode,
  ) => ReactNode
}

/** Search, filters and order of a list, with a button that shows and reverses the direction. */
export function ListFilter<Name extends string, Sort extends string>(
  props: ListFilterProps<Name, Sort>,
) {
  const { $filter, names, words, sorts, sort, order, onSort, onReverse, children } = props
  const filter = useStore($filter)
  // The bar says its search again with each render: what is unchanged tells no one.
  const set = (name: 'search' | Name, value: string) => {
    const before = $filter.get()
    if (before[name] !== value) $filter.set({ ...before, [name]: value })
  }
  return (
    <FilterBar
      label={words.search}
      hint={words.searchHint}
      search={filter.search}
      onSearch={(search) => set('search', search)}
      activeCount={names.filter((name) => filter[name] !== '').length}
    >
      {children((name, label, values, labels) => (
        <FilterSelect
          {...{ label, values, labels }}
          all={words.all}
          value={filter[name]}
          onChoose={(value) => set(name, value)}
        />
      ))}
      <FilterSelect
        label={words.sort}
        values={sorts}
        labels={words}
        value={sort}
        onChoose={onSort}
      />
      <Button variant="secondary" onClick={onReverse}>
        {order}
      </Button>
    </FilterBar>
  )
}
