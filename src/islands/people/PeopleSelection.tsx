import { useStore } from '@nanostores/react'
import type { OwnUser } from '../../lib/people/people.ts'
import { peopleSelection, waitingUsers } from '../../lib/people/people-selection.ts'
import { $peopleWords } from '../../lib/people/words/people.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { peopleTools } from './parts.ts'

/** Begins the selection of invitations. People that the filter hides do not count. */
export function PeopleSelection({ found }: { readonly found: readonly OwnUser[] }) {
  const words = useStore($peopleWords)
  const isSelecting = useStore(peopleSelection.$selection) !== undefined
  const waiting = waitingUsers(found)
  return (
    <div data-keep-focus>
      {isSelecting && <LazyPart part={peopleTools} props={{ waiting }} />}
      {!isSelecting && waiting.length > 0 && (
        <Button variant="secondary" size="small" onClick={() => peopleSelection.choose([])}>
          {words.select}
        </Button>
      )}
    </div>
  )
}
