import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { textOf } from '../../lib/core/ui-state/form.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import {
  $userImport,
  $userImportSettings,
  acceptedFiles,
  checkLines,
  chooseImportOrganization,
  chooseInvitations,
  userImport,
} from '../../lib/users/user-import.ts'
import { downloadTemplate } from '../../lib/users/user-import-results.ts'
import { $userImportWords } from '../../lib/users/words/user-import.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusFirst } from '../../ui/form-fields.ts'
import { FileDrop } from '../core/parts/FileDrop.tsx'
import { OrganizationPicker } from '../core/parts/OrganizationPicker.tsx'
import styles from '../files/ImportModal.module.css'

const read = (files: readonly File[]) => void userImport.readFiles(files)

/** Takes a file or pasted lines, and the organization of lines that name none. */
export function ImportChoice() {
  const own = useStore($userImportWords)
  const shared = useStore($importWords)
  const words = { ...shared, ...own }
  const can = useStore($capabilities)
  const { problem } = useStore($userImport)
  const { organizationId, sendsInvitations, held } = useStore($userImportSettings)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (held !== undefined && form.current !== null) focusFirst(form.current, ['organization_id'])
  }, [held])
  return (
    <>
      <p>{words.explained}</p>
      <p className={styles.hint}>{words.noPasswords}</p>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void checkLines(textOf(new FormData(event.currentTarget), 'lines'))
        }}
      >
        <OrganizationPicker
          placeholder={words.chooseOrganization}
          initialId={organizationId}
          problem={
            held !== undefined && organizationId === '' ? words.organizationMissing : undefined
          }
          onChoose={chooseImportOrganization}
        />
        <p className={styles.hint}>{words.organization}</p>
        {can.has('invitations') && (
          <label className={styles.invite}>
            <input
              type="checkbox"
              checked={sendsInvitations}
              onChange={({ currentTarget }) => chooseInvitations(currentTarget.checked)}
            />
            {words.invite}
          </label>
        )}
        <FileDrop accept={acceptedFiles} words={words} onFiles={read} />
        <Field name="lines" label={words.paste} hint={words.pasteHint}>
          {(control) => <textarea {...control} rows={3} spellCheck={false} autoCapitalize="none" />}
        </Field>
        <div className="modal-actions">
          <Button variant="plain" onClick={downloadTemplate}>
            {words.template}
          </Button>
          <Button type="submit">{words.check}</Button>
        </div>
      </form>
    </>
  )
}
