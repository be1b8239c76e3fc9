import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import { localizedPath } from '../../lib/core/navigation/localized-path.ts'
import {
  leadToSignIn,
  type PasswordLink,
  readPasswordLink,
} from '../../lib/sign-in/set-password.ts'
import { $setPasswordWords } from '../../lib/sign-in/words/set-password.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { lazy, preloadSoon } from '../../ui/lazy-component.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { Entrance, Message } from '../sign-in/Entrance.tsx'
import { AskForLink, NewPasswordForm } from '../sign-in/NewPasswordForm.tsx'

type State = PasswordLink | { readonly status: 'reading' } | Done

interface Done {
  readonly status: 'done'
  readonly username: string
}

const signIn = lazy(async () => (await import('./SignInRoot.tsx')).SignInRoot)

/**
 * /set-password: with a link of a mail the form for the password, without one the request for it. Who has
 * set a password is signed in with it.
 */
export function SetPasswordScreen() {
  const [isSigningIn, setSigningIn] = useState(false)
  if (isSigningIn) return <LazyPart part={signIn} props={{}} />
  return <LinkScreen onSignIn={() => setSigningIn(true)} />
}

function LinkScreen({ onSignIn }: { readonly onSignIn: () => void }) {
  const [state, setState] = useState<State>({ status: 'reading' })
  useEffect(() => preloadSoon(signIn), [])
  const read = useCallback(() => {
    setState({ status: 'reading' })
    void readPasswordLink(location.hash).then(setState)
  }, [])
  useEffect(() => {
    read()
    // Another link, pasted into the same tab.
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [read])
  return (
    <Entrance>
      <Content
        state={state}
        onDone={async (username, password) => {
          if (await leadToSignIn(username, password)) onSignIn()
          else setState({ status: 'done', username })
        }}
        onRetry={read}
      />
    </Entrance>
  )
}

interface ContentProps {
  readonly state: State
  readonly onDone: (username: string, password: string) => Promise<void>
  readonly onRetry: () => void
}

function Content({ state, onDone, onRetry }: ContentProps) {
  const words = useStore($setPasswordWords)
  switch (state.status) {
    case 'reading':
      return <p role="status">{words.reading}</p>
    case 'none':
      return <AskForLink />
    case 'invalid':
      return (
        <Message title={words.invalidTitle} text={words.invalid}>
          {/* Without the fragment this page asks for a link. */}
          <a href={localizedPath('/set-password')}>{words.askAgain}</a>
        </Message>
      )
    case 'unreadable':
      return (
        <Message title={words.unreadableTitle} text={state.text} error={state.error}>
          <Button variant="primary" onClick={onRetry}>
            {words.tryAgain}
          </Button>
        </Message>
      )
    case 'open': {
      const { link } = state
      return (
        <NewPasswordForm
          key={link.secret}
          link={link}
          onDone={(password) => {
            // The link is used, and need not stay in the history.
            history.replaceState(null, '', location.pathname)
            return onDone(link.username, password)
          }}
        />
      )
    }
    case 'done':
      return (
        <Message title={words.doneTitle} text={words.done({ username: state.username })}>
          <a href={localizedPath('/login')}>{words.signIn}</a>
        </Message>
      )
  }
}
