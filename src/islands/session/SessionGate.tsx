import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect } from 'react'
import { followSession } from '../../lib/navigation/router.ts'
import { $session } from '../../lib/session/session.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { type LazyComponent, useLazyComponent } from '../../ui/lazy-component.ts'
import { showLoadingShell } from './loading-shell.ts'
import { NotLoaded } from './NotLoaded.tsx'

interface SessionGateProps {
  readonly signedOut: LazyComponent
  readonly signedIn: LazyComponent
}

/**
 * Shows the one or the other, in the same document, so that no page load stands between sign-in
 * and dashboard; the address follows. While a stored token is checked, and while code is on its
 * way, the page's own frame stands instead (R042).
 */
export function SessionGate({ signedOut, signedIn }: SessionGateProps) {
  const session = useStore($session, { ssr: 'initial' })
  useEffect(followSession, [])

  if (session.status === 'checking') return <Loading />
  return (
    <Boundary
      key={session.status}
      fallback={
        <>
          <NotLoaded />
          <Arrived />
        </>
      }
    >
      <Open part={session.status === 'signed-in' ? signedIn : signedOut} />
    </Boundary>
  )
}

function Open({ part }: { readonly part: LazyComponent }) {
  const Content = useLazyComponent(part)
  if (Content === undefined) return <Loading />
  return (
    <>
      <Content />
      <Arrived />
    </>
  )
}

function Loading() {
  useLayoutEffect(() => showLoadingShell(true), [])
  return null
}

/** Beside the content, so that it is there when the content is, and not before. */
function Arrived() {
  // React takes over the prerendered form before it hears of a token that is being checked.
  useLayoutEffect(() => showLoadingShell($session.get().status === 'checking'), [])
  return null
}
