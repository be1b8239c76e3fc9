import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { $locale } from '../../../lib/core/i18n/i18n.ts'
import { productNameIn } from '../../../lib/core/i18n/product.ts'
import { type Screen, screens, type TabOf } from '../../../lib/core/navigation/screens.ts'
import { openTab } from '../../../lib/core/navigation/view.ts'
import { $layoutWords } from '../../../lib/core/words/layout.words.yaml'
import { Tabs } from '../../../ui/Tabs.tsx'

interface ScreenTabsProps<Name extends Screen> {
  readonly screen: Name
  readonly tab: TabOf<Name>
  readonly label: string
  readonly labels: Readonly<Record<TabOf<Name>, string>>
  /** Tabs that are visible but cannot be opened (R219). */
  readonly unreachable?: readonly string[]
  readonly children: ReactNode
}

/** The tabs of a screen, with the content of the open one, after which the page is titled. */
export function ScreenTabs<Name extends Screen>(props: ScreenTabsProps<Name>) {
  const { screen, tab, labels } = props
  const tabs: readonly TabOf<Name>[] = screens[screen].tabs
  const words = useStore($layoutWords)
  // The first tab is the screen itself.
  const parts = tab === tabs[0] ? [] : [labels[tab]]
  const title = [...parts, words[screen], productNameIn($locale.get())].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
  return <Tabs {...props} tabs={tabs} active={tab} onOpen={openTab} />
}
