import { useStore } from '@nanostores/react'
import { textOf } from '../../lib/core/ui-state/form.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import {
  $usualType,
  acceptedFiles,
  chooseUsualType,
  downloadFlagResults,
  flagImport,
} from '../../lib/flags/flag-import.ts'
import type { FlagRow } from '../../lib/flags/parse-flags.ts'
import { $flagImportWords } from '../../lib/flags/words/flag-import.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { FileDrop } from '../core/parts/FileDrop.tsx'
import styles from '../files/ImportModal.module.css'
import { ImportProgress } from '../files/ImportProgress.tsx'
import { ImportResult } from '../files/ImportResult.tsx'
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

/** Imports flags from a CSV file: choose, look at what would happen, run. */
export function FlagImportModal({ onClose }: { readonly onClose: () => void }) {
  const { title } = useStore($flagImportWords)
  const { reading } = useStore($importWords)
  const { status } = useStore(flagImport.$import)
  function close() {
    flagImport.startOver()
    onClose()
  }
  return (
    <Modal title={title} isOpen isWide onDismiss={close}>
      <div className={styles.body}>
        {status === 'choosing' && <Choice />}
        {status === 'reading' && <Spinner label={reading} />}
        {(status === 'checking' || status === 'running') && (
          <ImportProgress source={source} status={status} />
        )}
        {(status === 'checked' ||
          status === 'stopped' ||
          status === 'broken' ||
          status === 'done') && <ImportResult source={source} status={status} onClose={close} />}
      </div>
    </Modal>
  )
}

const read = (files: readonly File[]) => void flagImport.readFiles(files)

function Choice() {
  const own = useStore($flagImportWords)
  const shared = useStore($importWords)
  const { problem } = useStore(flagImport.$import)
  const type = useStore($usualType)
  return (
    <>
      <p>{own.explained}</p>
      <p className={styles.hint}>{own.kept}</p>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void flagImport.readText(textOf(new FormData(event.currentTarget), 'lines'))
        }}
      >
        <Field label={own.usualType}>
          {(control) => (
            <select
              {...control}
              value={type}
              onChange={({ currentTarget }) => chooseUsualType(currentTarget.value)}
            >
              <option value="red">{own.red}</option>
              <option value="green">{own.green}</option>
            </select>
          )}
        </Field>
        <FileDrop accept={acceptedFiles} words={{ ...shared, orDrop: own.orDrop }} onFiles={read} />
        <Field name="lines" label={shared.paste} hint={shared.pasteHint}>
          {(control) => <textarea {...control} rows={3} spellCheck={false} autoCapitalize="none" />}
        </Field>
        <div className="modal-actions">
          <Button type="submit">{shared.check}</Button>
        </div>
      </form>
    </>
  )
}
