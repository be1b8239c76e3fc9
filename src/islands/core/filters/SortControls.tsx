import { Button } from '../../../ui/Button.tsx'
import { FilterSelect } from './FilterSelect.tsx'

interface SortControlsProps<Sort extends string> {
  readonly label: string
  readonly sorts: readonly Sort[]
  readonly labels: Readonly<Record<Sort, string>>
  readonly sort: Sort
  /** The direction in words: 'Highest first' rather than 'Descending'. */
  readonly order: string
  readonly onSort: (sort: string) => void
  readonly onReverse: () => void
}

/** The order of a list: by what, and a button that shows and reverses the direction. */
export function SortControls<Sort extends string>(props: SortControlsProps<Sort>) {
  const { label, sorts, labels, sort, order, onSort, onReverse } = props
  return (
    <>
      <FilterSelect label={label} values={sorts} labels={labels} value={sort} onChoose={onSort} />
      <Button variant="secondary" onClick={onReverse}>
        {order}
      </Button>
    </>
  )
}
