import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { OwnUser } from '../../../lib/organizations/people.ts'
import { peopleSelection, waitingUsers } from '../../../lib/organizations/people-selection.ts'
import { $peopleWords } from '../../../lib/organizations/words/people.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { LazyPart } from '../../core/parts/LazyPart.tsx'
import { peopleTools } from './parts.ts'

/** Begins the selection of invitations. People that the filter hides do not count. */
export function PeopleSelection({ found }: { readonly found: readonly OwnUser[] }) {
  const words = useStore($peopleWords)
  const isSelecting = useStore(peopleSelection.$selection) !== undefined
  const select = useRef<HTMLButtonElement>(null)
  const wasSelecting = useRef(false)
  useEffect(() => {
    // The button that ended the selection is gone.
    if (wasSelecting.current && !isSelecting) select.current?.focus()
    wasSelecting.current = isSelecting
  }, [isSelecting])
  const waiting = waitingUsers(found)
  if (isSelecting) return <LazyPart part={peopleTools} props={{ waiting }} />
  return waiting.length === 0 ? null : (
    <Button
      ref={select}
      variant="secondary"
      size="small"
      onClick={() => peopleSelection.choose([])}
    >
      {words.select}
    </Button>
  )
}
