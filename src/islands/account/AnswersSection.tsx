import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { chooseAnswers } from '../../lib/account/report-answers.ts'
import { $reportAnswersChoiceWords } from '../../lib/account/words/report-answers-choice.words.yaml'
import { $session } from '../../lib/sign-in/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from './parts/Section.tsx'

/** Whether answers to the user's reports also come by mail, where the backend keeps that. */
export function AnswersSection() {
  const words = useStore($reportAnswersChoiceWords)
  const session = useStore($session)
  const [isBusy, setBusy] = useState(false)
  const isOn = session.status === 'signed-in' ? session.user.answers_by_mail : undefined
  if (typeof isOn !== 'boolean') return null
  async function choose() {
    setBusy(true)
    await chooseAnswers(!isOn)
    setBusy(false)
  }
  return (
    <Section title={words.title} text={words.text}>
      <p>{isOn ? words.isOn : words.isOff}</p>
      <div>
        <Button variant="secondary" pending={isBusy} onClick={() => void choose()}>
          {isOn ? words.switchOff : words.switchOn}
        </Button>
      </div>
    </Section>
  )
}
