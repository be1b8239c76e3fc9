import { type ToggleEvent, useEffect, useRef } from 'react'
import './faq.css'

export interface Question {
  readonly question: string
  readonly answer: string
}

/**
 * Browsers keep only one item open through the shared `name`. Hydration adds this for browsers that do
 * not support it (R087).
 */
export function Faq({ questions }: { readonly questions: readonly Question[] }) {
  const list = useRef<HTMLDivElement>(null)

  function closeAllBut(opened: Element) {
    for (const item of list.current?.querySelectorAll('details[open]') ?? []) {
      if (item !== opened) item.removeAttribute('open')
    }
  }

  function closeOthers({ currentTarget }: ToggleEvent<HTMLDetailsElement>) {
    if (currentTarget.open) closeAllBut(currentTarget)
  }

  // The user may have opened two before hydration; the last one has the focus.
  useEffect(() => {
    const touched = document.activeElement?.closest('details[open]')
    if (touched && list.current?.contains(touched)) closeAllBut(touched)
  })

  return (
    <div ref={list} className="faq">
      {questions.map(({ question, answer }) => (
        // The user may have opened an item before hydration.
        <details key={question} name="faq" onToggle={closeOthers} suppressHydrationWarning>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}
