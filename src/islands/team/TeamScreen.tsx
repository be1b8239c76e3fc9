import { useStore } from '@nanostores/react'
import { screens } from '../../lib/core/navigation/screens.ts'
import { openTab } from '../../lib/core/navigation/tab.ts'
import { $teamTab, teamDashboard } from '../../lib/team/team.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { Tabs } from '../../ui/Tabs.tsx'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { useTabTitle } from '../core/parts/use-tab-title.ts'
import { FlagsTab, useFlagsSoon } from '../flags/FlagsTab.tsx'
import { TeamOverview } from './TeamOverview.tsx'
import { TeamTools } from './TeamTools.tsx'

/** The first data of the open tab; the flags tab loads its own. */
export const firstData = () => ($teamTab.get() === 'overview' ? teamDashboard : undefined)

/** A team lead's dashboard (R133-R155). */
export function TeamScreen() {
  const words = useStore($teamWords)
  const tab = useStore($teamTab)
  const labels = {
    overview: words.overviewTab,
    tools: words.toolsTab,
    flags: words.flagsTab,
  }
  useTabTitle('team', tab, labels)
  useFlagsSoon()
  return (
    <>
      <ScreenTitle title={words.title} subtitle={words.subtitle} />
      <Tabs
        label={words.sections}
        tabs={screens.team.tabs}
        labels={labels}
        active={tab}
        onOpen={openTab}
      >
        {tab === 'overview' && <TeamOverview />}
        {tab === 'tools' && <TeamTools />}
        {tab === 'flags' && <FlagsTab />}
      </Tabs>
    </>
  )
}
