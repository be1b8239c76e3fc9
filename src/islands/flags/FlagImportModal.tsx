import { useStore } from '@nanostores/react'
import {
  $usualType,
  chooseUsualType,
  downloadFlagResults,
  flagImport,
} from '../../lib/flags/flag-import.ts'
import type { FlagRow } from '../../lib/flags/parse-flags.ts'
import { $flagImportWords } from '../../lib/flags/words/flag-import.words.yaml'
import { Field } from '../../ui/Field.tsx'
import { Options } from '../../ui/Options.tsx'
import { ImportForm } from '../files/ImportForm.tsx'
import styles from '../files/ImportModal.module.css'
import { ImportModal } from '../files/ImportModal.tsx'
import type { ImportSource } from '../files/import-source.ts'

const source: ImportSource<FlagRow> = {
  store: flagImport,
  $words: $flagImportWords,
  showRow({ value, flag_type }) {
    const { red, green } = $flagImportWords.get()
    const words = new Map(Object.entries({ red, green }))
    return { name: value, detail: words.get(flag_type) ?? flag_type }
  },
  download: downloadFlagResults,
}

/** Imports flags from a CSV file. */
export function FlagImportModal({ onClose }: { readonly onClose: () => void }) {
  function close() {
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
      <ImportForm store={flagImport} words={{ orDrop: words.orDrop }}>
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
