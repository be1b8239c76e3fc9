import { correctUser, type UserRow } from '../../lib/files/parse-users.ts'
import { closeImport, runWords, userImport, userImportDraft } from '../../lib/users/user-import.ts'
import { labelOf } from '../../lib/users/user-import-reasons.ts'
import { downloadResults } from '../../lib/users/user-import-results.ts'
import { $userImportWords } from '../../lib/users/words/user-import.words.yaml'
import { ImportModal } from '../files/ImportModal.tsx'
import type { ImportSource } from '../files/import-source.ts'
import { ImportChoice } from './ImportChoice.tsx'

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
