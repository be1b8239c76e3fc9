import { useStore } from '@nanostores/react'
import { $capabilities } from '../../lib/core/session/capabilities.ts'
import { textOf } from '../../lib/core/ui-state/form.ts'
import { $importMessages } from '../../lib/core/words/import.words.yaml'
import {
  $userImport,
  $userImportSettings,
  acceptedFiles,
  chooseImportOrganization,
  chooseInvitations,
  userImport,
} from '../../lib/users/user-import.ts'
import { downloadTemplate } from '../../lib/users/user-import-results.ts'
import { $userImportMessages } from '../../lib/users/words/user-import.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from '../core/import/ImportModal.module.css'
import { FileDrop } from '../core/parts/FileDrop.tsx'
import { OrganizationPicker } from '../core/parts/OrganizationPicker.tsx'

const read = (files: readonly File[]) => void userImport.readFiles(files)

/** Takes a file or pasted lines, and the organization of lines that name none. */
export function ImportChoice() {
  const own = useStore($userImportMessages)
  const shared = useStore($importMessages)
  const messages = { ...shared, ...own }
  const can = useStore($capabilities)
  const { problem } = useStore($userImport)
  const { organizationId, sendsInvitations } = useStore($userImportSettings)
  return (
    <>
      <p>{messages.explained}</p>
      <p className={styles.hint}>{messages.noPasswords}</p>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void userImport.readText(textOf(new FormData(event.currentTarget), 'lines'))
        }}
      >
        <OrganizationPicker
          placeholder={messages.chooseOrganization}
          initialId={organizationId}
          onChoose={chooseImportOrganization}
        />
        <p className={styles.hint}>{messages.organization}</p>
        {can.has('invitations') && (
          <label className={styles.invite}>
            <input
              type="checkbox"
              checked={sendsInvitations}
              onChange={({ currentTarget }) => chooseInvitations(currentTarget.checked)}
            />
            {messages.invite}
          </label>
        )}
        <FileDrop accept={acceptedFiles} icon="down" words={messages} onFiles={read} />
        <Field name="lines" label={messages.paste} hint={messages.pasteHint}>
          {(control) => <textarea {...control} rows={3} spellCheck={false} autoCapitalize="none" />}
        </Field>
        <div className="modal-actions">
          <Button variant="plain" onClick={downloadTemplate}>
            {messages.template}
          </Button>
          <Button type="submit">{messages.check}</Button>
        </div>
      </form>
    </>
  )
}
