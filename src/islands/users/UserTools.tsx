import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { inviteAgain } from '../../lib/users/invitations.ts'
import { $isImporting, userImportDraft } from '../../lib/users/user-import.ts'
import { exportUsers, setStatus } from '../../lib/users/user-tools.ts'
import type { User } from '../../lib/users/users.ts'
import { $userFilter, userSelection } from '../../lib/users/users.ts'
import { $userToolsWords } from '../../lib/users/words/user-tools.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { lazy } from '../../ui/lazy-component.ts'
import styles from '../core/lists/ListHead.module.css'
import { SelectionBar } from '../core/lists/SelectionBar.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { useOpened } from '../core/parts/use-opened.ts'
import { InviteToMailboxes } from '../mailboxes/InviteToMailboxes.tsx'
import { SendAgain } from '../sign-in/SendAgain.tsx'
import { UserImportModal } from './UserImportModal.tsx'

const adminsPolicy = lazy(
  async () => (await import('../organizations/AdminsPolicyModal.tsx')).AdminsPolicyModal,
)

/** Actions for several users at once, where the backend has them. */
export function UserTools({ users }: { readonly users: readonly User[] }) {
  const words = useStore($userToolsWords)
  const can = useStore($capabilities)
  const selection = useStore(userSelection.$selection)
  const { need, organization } = useStore($userFilter)
  const imported = useOpened(
    'import',
    () => $isImporting.get() || draftOf(userImportDraft) !== undefined,
  )
  const [isPolicyOpen, setPolicyOpen] = useState(false)
  const [isExporting, setExporting] = useState(false)
  if (selection !== undefined) return <SelectionTools users={users} />
  const waiting = need === 'invitation' ? users.filter(mayBeInvited) : []
  async function runExport() {
    setExporting(true)
    await exportUsers()
    setExporting(false)
  }
  return (
    <fieldset className={styles.bar} aria-label={words.tools}>
      {can.has('invitations') && waiting.length > 0 && (
        <SendAgain count={waiting.length} onSend={() => inviteAgain(waiting)} />
      )}
      {need === 'mailbox' && organization !== '' && users.length > 0 && (
        <InviteToMailboxes organizationId={organization} />
      )}
      {can.has('user-import') && (
        <Button variant="secondary" size="small" onClick={imported.open}>
          {words.import}
        </Button>
      )}
      {can.has('user-export') && (
        <Button
          variant="secondary"
          size="small"
          pending={isExporting}
          onClick={() => void runExport()}
        >
          {isExporting ? words.exporting : words.export}
        </Button>
      )}
      {can.has('user-status') && (
        <span data-takes-focus>
          <Button variant="secondary" size="small" onClick={() => userSelection.choose([])}>
            {words.select}
          </Button>
        </span>
      )}
      {can.has('factor-policy') && (
        <Button variant="secondary" size="small" onClick={() => setPolicyOpen(true)}>
          {words.adminsPolicy}
        </Button>
      )}
      {isPolicyOpen && (
        <LazyPart part={adminsPolicy} props={{ onClose: () => setPolicyOpen(false) }} />
      )}
      {imported.isOpen && <UserImportModal onClose={imported.close} />}
    </fieldset>
  )
}

function mayBeInvited({ may_be_invited }: User): boolean {
  return may_be_invited === true
}

/** Users that the filter does not find any more do not count. */
function SelectionTools({ users }: { readonly users: readonly User[] }) {
  const words = useStore($userToolsWords)
  const selection = useStore(userSelection.$selection)
  const [isBusy, setBusy] = useState(false)
  const can = useStore($capabilities)
  const chosen = users.filter(({ id }) => selection?.has(id))
  const waiting = can.has('invitations') ? chosen.filter(mayBeInvited) : []
  async function change(isActive: boolean) {
    setBusy(true)
    await setStatus(
      chosen.map(({ id }) => id),
      isActive,
    )
    setBusy(false)
  }
  return (
    <SelectionBar
      words={words}
      chosen={chosen.length}
      total={users.length}
      onAll={() => userSelection.choose(users.map(({ id }) => id))}
      onCancel={userSelection.end}
    >
      {waiting.length > 0 && (
        <SendAgain count={waiting.length} onSend={() => inviteAgain(waiting)} />
      )}
      <Button
        variant="secondary"
        size="small"
        disabled={chosen.length === 0}
        pending={isBusy}
        onClick={() => void change(true)}
      >
        {words.activate}
      </Button>
      <Button
        variant="danger"
        size="small"
        disabled={chosen.length === 0}
        pending={isBusy}
        onClick={() => void change(false)}
      >
        {words.deactivate}
      </Button>
    </SelectionBar>
  )
}
