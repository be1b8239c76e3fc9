import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { productName } from '../../lib/format/product.ts'
import { $layoutMessages } from '../../lib/messages/layout.ts'
import { type Screen, screensOf } from '../../lib/navigation/screens.ts'
import type { User } from '../../lib/session/session.ts'
import { focusArrival } from '../session/focus-arrival.ts'
import { Account, Exit } from './Account.tsx'
import { Frame } from './Frame.tsx'

interface DashboardLayoutProps {
  readonly user: User
  readonly screen: Screen
  readonly children: ReactNode
}

/** The frame of every dashboard: the signed-in user, the navigation and Logout (R097-R109). */
export function DashboardLayout({ user, screen, children }: DashboardLayoutProps) {
  const messages = useStore($layoutMessages)
  const title = `${messages[screen]} · ${productName}`
  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => focusArrival(document.getElementById('content')), [])

  return (
    <Frame
      screens={screensOf(user.role)}
      open={screen}
      account={<Account user={user} isOpen={screen === 'account'} />}
      exit={<Exit />}
    >
      {children}
    </Frame>
  )
}
