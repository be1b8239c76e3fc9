import { useStore } from '@nanostores/react'
import { type ChangeEvent, useId } from 'react'
import { $userImportMessages } from '../../../../lib/messages/user-import.ts'
import {
  $userImport,
  acceptedFiles,
  chooseImportOrganization,
  chooseInvitations,
  importFiles,
  importText,
} from '../../../../lib/screens/user-import.ts'
import { downloadTemplate } from '../../../../lib/screens/user-import-results.ts'
import { $capabilities } from '../../../../lib/session/capabilities.ts'
import { textOf } from '../../../../lib/ui-state/form.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { useFileDrop } from '../../../../ui/use-file-drop.ts'
import { OrganizationPicker } from '../OrganizationPicker.tsx'
import styles from './ImportModal.module.css'

const read = (files: readonly File[]) => void importFiles(files)

/** Takes a file or pasted lines, and the organization of lines that name none. */
export function ImportChoice() {
  const messages = useStore($userImportMessages)
  const can = useStore($capabilities)
  const { problem, organizationId, sendsInvitations } = useStore($userImport)
  const isDragging = useFileDrop(read)
  const id = useId()
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    // The same file may be chosen again.
    currentTarget.value = ''
    read(files)
  }
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
          void importText(textOf(new FormData(event.currentTarget), 'lines'))
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
        <label className={styles.drop} data-dragging={isDragging}>
          <input
            type="file"
            accept={acceptedFiles}
            aria-describedby={`${id}-drop`}
            onChange={choose}
          />
          <Icon name="down" />
          <span className={styles.choose}>{isDragging ? messages.dropHere : messages.choose}</span>
        </label>
        <p id={`${id}-drop`} className={styles.hint}>
          {messages.orDrop}
        </p>
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
