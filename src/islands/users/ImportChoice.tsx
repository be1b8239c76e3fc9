import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import {
  $userImportSettings,
  checkLines,
  chooseImportOrganization,
  chooseInvitations,
  userImport,
} from '../../lib/users/user-import.ts'
import { downloadTemplate } from '../../lib/users/user-import-results.ts'
import { $userImportWords } from '../../lib/users/words/user-import.words.yaml'
import { focusFirst } from '../../ui/form-fields.ts'
import { OrganizationPicker } from '../core/parts/OrganizationPicker.tsx'
import { ImportForm } from '../files/ImportForm.tsx'
import styles from '../files/ImportModal.module.css'

/** Takes a file or pasted lines, and the organization of lines that name none. */
export function ImportChoice() {
  const words = useStore($userImportWords)
  const can = useStore($capabilities)
  const { organizationId, sendsInvitations, held } = useStore($userImportSettings)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (held !== undefined && form.current !== null) focusFirst(form.current, ['organization_id'])
  }, [held])
  return (
    <>
      <p>{words.explained}</p>
      <p className={styles.hint}>{words.noPasswords}</p>
      <ImportForm
        ref={form}
        store={userImport}
        words={words}
        onLines={checkLines}
        onTemplate={downloadTemplate}
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
      </ImportForm>
    </>
  )
}
