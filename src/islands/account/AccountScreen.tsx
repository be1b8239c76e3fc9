import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $accountWords } from '../../lib/account/words/account.words.yaml'
import { $opened } from '../../lib/core/navigation/view.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { type LazyComponent, lazy, useInOrder, useLazyComponent } from '../../ui/lazy-component.ts'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { NotLoaded } from '../core/session/NotLoaded.tsx'
import styles from './parts/Section.module.css'

/** The sections of the account in their order; the code of each is separate. */
const accountSections: Readonly<Record<string, LazyComponent>> = {
  details: lazy(async () => (await import('./DetailsSection.tsx')).DetailsSection),
  password: lazy(async () => (await import('./PasswordSection.tsx')).PasswordSection),
  factors: lazy(async () => (await import('./FactorsSection.tsx')).FactorsSection),
  sessions: lazy(async () => (await import('./SessionsSection.tsx')).SessionsSection),
  extension: lazy(async () => (await import('./ExtensionSection.tsx')).ExtensionSection),
  mailbox: lazy(async () => (await import('./MailboxSection.tsx')).MailboxSection),
  answers: lazy(async () => (await import('./AnswersSection.tsx')).AnswersSection),
  language: lazy(async () => (await import('./LanguageSection.tsx')).LanguageSection),
  data: lazy(async () => (await import('./DataSection.tsx')).DataSection),
}

const sections = Object.entries(accountSections)
const parts = sections.map(([, part]) => part)

/** Each section loads its own data. */
export const firstData = () => undefined

/** The user's own account. */
export function AccountScreen() {
  const words = useStore($accountWords)
  const opened = useStore($opened)
  const count = useInOrder(parts)
  return (
    <>
      <ScreenTitle title={words.title} subtitle={words.subtitle} />
      <div className={styles.sections}>
        {sections.slice(0, count).map(([name, part]) => (
          <Boundary key={name} fallback={<NotLoaded isPart />}>
            <SectionOf part={part} isOpened={name === opened} />
          </Boundary>
        ))}
      </div>
    </>
  )
}

interface SectionOfProps {
  readonly part: LazyComponent
  /** A link leads to it. */
  readonly isOpened: boolean
}

function SectionOf({ part, isOpened }: SectionOfProps) {
  const Content = useLazyComponent(part)
  const place = useRef<HTMLDivElement>(null)
  const isArriving = isOpened && Content !== undefined
  useEffect(() => {
    if (!isArriving) return
    place.current?.scrollIntoView()
    place.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [isArriving])
  return <div ref={place}>{Content && <Content />}</div>
}
