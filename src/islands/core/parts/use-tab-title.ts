import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $locale } from '../../../lib/core/i18n/i18n.ts'
import { productNameIn } from '../../../lib/core/i18n/product.ts'
import { type Screen, screens } from '../../../lib/core/navigation/screens.ts'
import { $layoutWords } from '../../../lib/core/words/layout.words.yaml'

/** Titles the page after the open tab; the first tab is the screen itself. */
export function useTabTitle<Tab extends string>(
  screen: Screen,
  tab: Tab,
  labels: Readonly<Record<Tab, string>>,
): void {
  const words = useStore($layoutWords)
  const [first] = screens[screen].tabs
  const parts = tab === first ? [] : [labels[tab]]
  const title = [...parts, words[screen], productNameIn($locale.get())].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
