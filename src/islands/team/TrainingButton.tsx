import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { findTraining, remarkBlockedTab } from '../../lib/team/team.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { openInNewTab } from '../../ui/new-tab.ts'

/** Focuses the link, which also scrolls it clear of notices. */
function focus(link: HTMLElement | null): void {
  link?.focus()
}

/** Opens the training portal (R153); if the browser blocks the tab, shows a link instead. */
export function TrainingButton({ label }: { readonly label: string }) {
  const words = useStore($teamWords)
  const [blockedUrl, setBlockedUrl] = useState<string>()

  async function open() {
    setBlockedUrl(undefined)
    const url = await openInNewTab(findTraining())
    setBlockedUrl(url)
    if (url !== undefined) remarkBlockedTab()
  }

  return (
    <>
      <Button variant="secondary" onClick={() => void open()}>
        {label}
      </Button>
      {blockedUrl !== undefined && (
        <a ref={focus} href={blockedUrl} target="_blank" rel="noopener noreferrer">
          {words.trainingLink}
        </a>
      )}
    </>
  )
}
