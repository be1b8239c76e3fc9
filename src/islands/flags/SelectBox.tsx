import styles from './SelectBox.module.css'

interface SelectBoxProps {
  readonly label: string
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
}

/** Selects a row for what is done with several at once. */
export function SelectBox({ label, isChosen, onChange }: SelectBoxProps) {
  return (
    <label className={styles.select}>
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className="visually-hidden">{label}</span>
    </label>
  )
}
