import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { $sessionMessages } from '../../lib/messages/session.ts'
import { productName } from '../../lib/product.ts'
import { followSession } from '../../lib/router.ts'
import { $session } from '../../lib/session.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

interface SessionGateProps {
  readonly signedOut: ReactNode
  readonly signedIn: ReactNode
}

/**
 * Shows the one or the other, in the same document, so that no page load stands between sign-in
 * and dashboard; the address follows. While a stored token is checked it says so (R042).
 */
export function SessionGate({ signedOut, signedIn }: SessionGateProps) {
  const session = useStore($session, { ssr: 'initial' })
  const messages = useStore($sessionMessages)
  useEffect(followSession, [])
  // The page's first paint stood in for this one (`AccountLayout.astro`): gone before the next
  // paint, so that the two are never seen together.
  useLayoutEffect(() => document.documentElement.removeAttribute('data-token'), [])

  if (session.status === 'checking') return <Loading />
  const content = session.status === 'signed-in' ? signedIn : signedOut
  return (
    <Boundary key={session.status} title={messages.notLoaded} tryAgain={messages.tryAgain}>
      <Suspense fallback={<Loading />}>{content}</Suspense>
    </Boundary>
  )
}

function Loading() {
  const messages = useStore($sessionMessages)
  return <Spinner room="window" label={messages.loading({ product: productName })} />
}
