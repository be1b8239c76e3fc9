import { useStore } from '@nanostores/react'
import { lacksMailbox } from '../../lib/mailboxes/lacks-mailbox.ts'
import { hasNotCome, type OwnUser } from '../../lib/people/people.ts'
import { peopleSelection, waitingUsers } from '../../lib/people/people-selection.ts'
import { $peopleWords } from '../../lib/people/words/people.words.yaml'
import { Button } from '../../ui/Button.tsx'
import styles from '../core/lists/SelectionBar.module.css'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { inviteToMailboxes, peopleTools, sendAgainToAll } from './parts.ts'

interface PeopleSelectionProps {
  readonly found: readonly OwnUser[]
  readonly all: readonly OwnUser[]
}

/** Begins the selection of invitations. People that the filter hides do not count. */
export function PeopleSelection({ found, all }: PeopleSelectionProps) {
  const words = useStore($peopleWords)
  const isSelecting = useStore(peopleSelection.$selection) !== undefined
  const waiting = waitingUsers(found)
  return (
    <div data-keep-focus className={styles.bar}>
      {isSelecting && <LazyPart part={peopleTools} props={{ waiting }} />}
      {!isSelecting && waiting.length > 0 && (
        <>
          <Button variant="secondary" size="small" onClick={() => peopleSelection.choose([])}>
            {words.select}
          </Button>
          {waiting.every(hasNotCome) && (
            <LazyPart part={sendAgainToAll} props={{ users: waiting }} />
          )}
        </>
      )}
      {!isSelecting && all.some(lacksMailbox) && <LazyPart part={inviteToMailboxes} props={{}} />}
    </div>
  )
}
