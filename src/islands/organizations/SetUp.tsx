import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import type { setUpOf } from '../../lib/organizations/organization-page.ts'
import { $organizationPageWords } from '../../lib/organizations/words/organization-page.words.yaml'
import { Icon } from '../../ui/Icon.tsx'
import styles from './SetUp.module.css'

/** The steps before a new organization is protected; nothing once all of them are done. */
export function SetUp({ steps }: { readonly steps: ReturnType<typeof setUpOf> }) {
  const words = useStore($organizationPageWords)
  if (steps.length === 0) return null
  const titles = { connect: words.connect, invite: words.invite, judge: words.judgeStep }
  return (
    <section className={styles.setUp} aria-labelledby="set-up-title">
      <h2 id="set-up-title">{words.setUp}</h2>
      <ol>
        {steps.map(({ name, isDone, href }) => (
          <li key={name} data-done={isDone}>
            <span className={styles.mark}>{isDone && <Icon name="check" />}</span>
            <div>
              {isDone ? (
                <p>
                  {titles[name]}
                  <span className={styles.state}>{words.isDone}</span>
                </p>
              ) : (
                <a href={href} onClick={keepFocus}>
                  {titles[name]}
                </a>
              )}
              {!isDone && <p>{words[`${name}Hint`]}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The link is gone when the tab opens that it leads to. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.closest<HTMLElement>('[role=tabpanel]')?.focus()
}
