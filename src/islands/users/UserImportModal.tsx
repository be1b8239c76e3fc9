import type { UserRow } from '../../lib/files/parse-users.ts'
import { closeImport, userImport } from '../../lib/users/user-import.ts'
import { downloadResults } from '../../lib/users/user-import-results.ts'
import { $userImportWords } from '../../lib/users/words/user-import.words.yaml'
import { ImportModal } from '../files/ImportModal.tsx'
import type { ImportSource } from '../files/import-source.ts'
import { ImportChoice } from './ImportChoice.tsx'

const source: ImportSource<UserRow> = {
  store: userImport,
  $words: $userImportWords,
  showRow: ({ full_name, email }) => ({ name: full_name, detail: email }),
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
