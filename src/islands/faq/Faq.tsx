import { type ToggleEvent, useEffect, useRef } from 'react'
import './faq.css'

export interface Question {
  readonly question: string
  readonly answer: string
}

/**
 * The browser opens one item at a time by itself, through the shared name. What waking adds is the
 * same for browsers that do not know that name yet (R087).
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

  // A person may have opened two before React arrived; the one that was touched last has the focus.
  useEffect(() => {
    const touched = document.activeElement?.closest('details[open]')
    if (touched && list.current?.contains(touched)) closeAllBut(touched)
  })

  return (
    <div ref={list} className="faq">
      {questions.map(({ question, answer }) => (
        // A person may have opened an item before React arrived.
        <details key={question} name="faq" onToggle={closeOthers} suppressHydrationWarning>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}
