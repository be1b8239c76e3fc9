interface OptionsProps<Value extends string> {
  readonly values: readonly Value[]
  readonly labels: Readonly<Record<Value, string>>
}

/** The options of a select, in the order of their values. */
export function Options<Value extends string>({ values, labels }: OptionsProps<Value>) {
  return values.map((value) => (
    <option key={value} value={value}>
      {labels[value]}
    </option>
  ))
}
