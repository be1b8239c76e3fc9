import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { TabOf } from '../../lib/core/navigation/screens.ts'
import { $teamTab, teamDashboard } from '../../lib/team/team.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { lazy } from '../../ui/lazy-component.ts'
import { LazyPart, usePartSoon } from '../core/parts/LazyPart.tsx'
import { ScreenTabs } from '../core/parts/ScreenTabs.tsx'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { FlagsTab, useFlagsSoon } from '../flags/FlagsTab.tsx'
import { TeamOverview } from './TeamOverview.tsx'

const tools = lazy(async () => (await import('./TeamTools.tsx')).TeamTools)

/** The first data of the open tab; the flags tab loads its own. */
export const firstData = () => ($teamTab.get() === 'overview' ? teamDashboard : undefined)

/** Loads the code of the open tab, so that the screen appears with it. A failure shows in the tab. */
export async function loadOpenTab(): Promise<void> {
  if ($teamTab.get() === 'tools') await tools.load().catch(() => undefined)
}

/** A team lead's dashboard (R133-R155). */
export function TeamScreen() {
  const tab = useStore($teamTab)
  useFlagsSoon()
  usePartSoon(tools)
  return (
    <TeamTabs tab={tab}>
      {tab === 'overview' && <TeamOverview />}
      {tab === 'tools' && <LazyPart part={tools} props={{}} />}
      {tab === 'flags' && <FlagsTab />}
    </TeamTabs>
  )
}

interface TeamTabsProps {
  readonly tab: TabOf<'team'>
  readonly children: ReactNode
}

/** The title and the tabs, with the content of the open one. */
export function TeamTabs({ tab, children }: TeamTabsProps) {
  const words = useStore($teamWords)
  const labels = {
    overview: words.overviewTab,
    tools: words.toolsTab,
    flags: words.flagsTab,
  }
  return (
    <>
      <ScreenTitle title={words.title} subtitle={words.subtitle} />
      <ScreenTabs screen="team" tab={tab} label={words.sections} labels={labels}>
        {children}
      </ScreenTabs>
    </>
  )
}
