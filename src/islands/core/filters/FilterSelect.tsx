import { Field } from '../../../ui/Field.tsx'
import { Options } from '../../../ui/Options.tsx'

interface FilterSelectProps<Value extends string> {
  readonly label: string
  /** The label of the option that matches all, if there is one; its value is empty. */
  readonly all?: string
  readonly values: readonly Value[]
  readonly labels: Readonly<Record<Value, string>>
  readonly value: string
  readonly onChoose: (value: string) => void
}

/** A select that takes effect immediately. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, values, labels, value, onChoose } = props
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {all !== undefined && <option value="">{all}</option>}
          <Options values={values} labels={labels} />
        </select>
      )}
    </Field>
  )
}
