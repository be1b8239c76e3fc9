import { useStore } from '@nanostores/react'
import { dropDraft } from '../../lib/core/ui-state/drafts.ts'
import {
  $usualType,
  chooseUsualType,
  correctFlag,
  downloadFlagResults,
  type FlagRow,
  flagImport,
} from '../../lib/flags/flag-import.ts'
import { flagImportDraft } from '../../lib/flags/flags.ts'
import { $flagImportWords } from '../../lib/flags/words/flag-import.words.yaml'
import { Field } from '../../ui/Field.tsx'
import { Options } from '../../ui/Options.tsx'
import type { ImportSource } from '../files/ImportForm.tsx'
import { ImportForm } from '../files/ImportForm.tsx'
import styles from '../files/ImportModal.module.css'
import { ImportModal } from '../files/ImportModal.tsx'

const source: ImportSource<FlagRow> = {
  store: flagImport,
  $words: $flagImportWords,
  showRow({ value, flag_type }) {
    const { red, green } = $flagImportWords.get()
    const words = new Map(Object.entries({ red, green }))
    return { name: value, detail: words.get(flag_type) ?? flag_type }
  },
  draft: flagImportDraft,
  fieldsOf({ row, fields }) {
    const { value, flag_type, expires_at } = $flagImportWords.get()
    return [
      { name: 'value', label: value, value: row.value },
      ...(fields.includes('flag_type')
        ? [{ name: 'flag_type', label: flag_type, value: row.flag_type }]
        : []),
      ...(fields.includes('expires_at')
        ? [{ name: 'expires_at', label: expires_at, value: row.expires_at ?? '' }]
        : []),
    ]
  },
  corrected: correctFlag,
  download: downloadFlagResults,
}

/** Imports flags from a CSV file. */
export function FlagImportModal({ onClose }: { readonly onClose: () => void }) {
  function close() {
    dropDraft(flagImportDraft)
    flagImport.startOver()
    onClose()
  }
  return <ImportModal source={source} choice={<Choice />} onClose={close} />
}

function Choice() {
  const words = useStore($flagImportWords)
  const type = useStore($usualType)
  return (
    <>
      <p>{words.explained}</p>
      <p className={styles.hint}>{words.kept}</p>
      <ImportForm store={flagImport} draft={flagImportDraft} words={{ orDrop: words.orDrop }}>
        <Field label={words.usualType}>
          {(control) => (
            <select
              {...control}
              value={type}
              onChange={({ currentTarget }) => chooseUsualType(currentTarget.value)}
            >
              <Options values={['red', 'green']} labels={words} />
            </select>
          )}
        </Field>
      </ImportForm>
    </>
  )
}
