import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { correctUser, type UserRow } from '../../lib/files/parse-users.ts'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import {
  $userImportSettings,
  checkLines,
  chooseImportOrganization,
  chooseInvitations,
  closeImport,
  downloadResults,
  downloadTemplate,
  labelOf,
  runWords,
  userImport,
  userImportDraft,
} from '../../lib/users/user-import.ts'
import { $userImportWords } from '../../lib/users/words/user-import.words.yaml'
import { focusFirst } from '../../ui/form-fields.ts'
import { OrganizationPicker } from '../core/parts/OrganizationPicker.tsx'
import type { ImportSource } from '../files/ImportForm.tsx'
import { ImportForm } from '../files/ImportForm.tsx'
import styles from '../files/ImportModal.module.css'
import { ImportModal } from '../files/ImportModal.tsx'

const source: ImportSource<UserRow> = {
  store: userImport,
  $words: $userImportWords,
  showRow: ({ full_name, email }) => ({ name: full_name, detail: email }),
  draft: userImportDraft,
  fieldsOf({ row, fields }) {
    const wrong = fields.map((field) => field.replace(/\[\d+\]$/, ''))
    return [...new Set(['full_name', 'email', ...wrong])].map((name) => {
      const value = new Map(Object.entries(row)).get(name) ?? ''
      return { name, label: labelOf(name), value: String(value) }
    })
  },
  corrected: correctUser,
  runWords,
  download: downloadResults,
}

/** Imports users from a CSV file. */
export function UserImportModal({ onClose }: { readonly onClose: () => void }) {
  function close() {
    closeImport()
    onClose()
  }
  return <ImportModal source={source} choice={<ImportChoice />} onClose={close} />
}

/** Takes a file or pasted lines, and the organization of lines that name none. */
function ImportChoice() {
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
        draft={userImportDraft}
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
