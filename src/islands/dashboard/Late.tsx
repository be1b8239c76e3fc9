import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { loadClient } from '../../lib/core/api/http.ts'
import { Dialogs } from '../../ui/Dialogs.tsx'
import { lazy, preloadSoon, useLazyExtra } from '../../ui/lazy-component.ts'
import { Search } from '../search/Search.tsx'
import styles from './Late.module.css'
import { SessionEnding } from './SessionEnding.tsx'

const languageSwitch = lazy(
  async () => (await import('../core/language/LanguageSwitch.tsx')).LanguageSwitch,
)

/**
 * A user who came by the sign-in page has not loaded that of the dashboard; the browser keeps it
 * for the next start.
 */
const keepPage = async () => {
  // Read to its end: an answer that is still open keeps the page out of Firefox's back/forward cache.
  await (await fetch(location.pathname)).text()
}

/**
 * Parts that every dashboard has and none shows first: the search, the switch to the other language
 * at the end of the header's menu, questions, and the warning before the session ends.
 */
export function Late({ secondsLeft }: { readonly secondsLeft: number | null }) {
  const Switch = useLazyExtra(languageSwitch)
  const menu = document.getElementById('menu')
  useEffect(() => preloadSoon({ load: loadClient }), [])
  useEffect(() => preloadSoon({ load: keepPage }), [])
  return (
    <>
      <Search />
      {menu &&
        Switch &&
        createPortal(
          <div className={styles.language}>
            <Switch />
          </div>,
          menu,
        )}
      <Dialogs />
      <SessionEnding secondsLeft={secondsLeft} />
    </>
  )
}
