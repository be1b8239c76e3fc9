import { useStore } from '@nanostores/react'
import { useLayoutEffect } from 'react'
import { $session } from '../../../lib/sign-in/session.ts'
import { Boundary } from '../../../ui/Boundary.tsx'
import { type LazyComponent, useLazyComponent } from '../../../ui/lazy-component.ts'
import { showLoadingShell } from './loading-shell.ts'
import { NotLoaded } from './NotLoaded.tsx'

interface SessionGateProps {
  readonly signedOut: LazyComponent
  readonly signedIn: LazyComponent
}

/**
 * Switches between sign-in and dashboard in the same document, without a page load; the address
 * follows. While a stored token is checked or code is loading, the page's own frame is shown (R042).
 */
export function SessionGate({ signedOut, signedIn }: SessionGateProps) {
  const session = useStore($session, { ssr: 'initial' })

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

/** A sibling of the content, so that its effects run when the content is rendered. */
function Arrived() {
  // React hydrates the prerendered form before it knows that a token is being checked.
  useLayoutEffect(() => showLoadingShell($session.get().status === 'checking'), [])
  return null
}
