import { useStore } from '@nanostores/react'
import { $accountDataRunning, askForErasure, downloadData } from '../../lib/account/account-data.ts'
import { $accountDataWords } from '../../lib/account/words/account-data.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Section } from './parts/Section.tsx'

/** The data about the user, and how to have it erased. */
export function DataSection() {
  const words = useStore($accountDataWords)
  const running = useStore($accountDataRunning)
  return (
    <Section title={words.title} text={words.text}>
      <div className="row">
        <Button
          variant="secondary"
          pending={running === 'download'}
          onClick={() => void downloadData()}
        >
          {running === 'download' ? words.downloading : words.download}
        </Button>
        <Button
          variant="plain"
          pending={running === 'erasure'}
          onClick={() => void askForErasure()}
        >
          {running === 'erasure' ? words.asking : words.erasure}
        </Button>
      </div>
    </Section>
  )
}
