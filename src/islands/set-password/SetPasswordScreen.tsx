import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import { $setPasswordMessages } from '../../lib/messages/set-password.ts'
import { localizedPath } from '../../lib/navigation/localized-path.ts'
import { type PasswordLink, readPasswordLink } from '../../lib/screens/set-password.ts'
import { Button } from '../../ui/Button.tsx'
import { AskForLink } from './AskForLink.tsx'
import { Entrance } from './Entrance.tsx'
import { Message } from './Message.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'

type State = PasswordLink | { readonly status: 'reading' } | Done

interface Done {
  readonly status: 'done'
  readonly username: string
}

/** /set-password: with a link of a mail the form for the password, without one the request for it. */
export function SetPasswordScreen() {
  const [state, setState] = useState<State>({ status: 'reading' })
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
      <Content state={state} onDone={setState} onRetry={read} />
    </Entrance>
  )
}

interface ContentProps {
  readonly state: State
  readonly onDone: (done: Done) => void
  readonly onRetry: () => void
}

function Content({ state, onDone, onRetry }: ContentProps) {
  const messages = useStore($setPasswordMessages)
  switch (state.status) {
    case 'reading':
      return <p role="status">{messages.reading}</p>
    case 'none':
      return <AskForLink />
    case 'invalid':
      return (
        <Message title={messages.invalidTitle} text={messages.invalid}>
          {/* Without the fragment this page asks for a link. */}
          <a href={localizedPath('/set-password')}>{messages.askAgain}</a>
        </Message>
      )
    case 'unreadable':
      return (
        <Message title={messages.unreadableTitle} text={state.text}>
          <Button variant="primary" onClick={onRetry}>
            {messages.tryAgain}
          </Button>
        </Message>
      )
    case 'open': {
      const { link } = state
      return (
        <NewPasswordForm
          key={link.secret}
          link={link}
          onDone={() => {
            // The link is used, and need not stay in the history.
            history.replaceState(null, '', location.pathname)
            onDone({ status: 'done', username: link.username })
          }}
        />
      )
    }
    case 'done':
      return (
        <Message title={messages.doneTitle} text={messages.done({ username: state.username })}>
          <a href={localizedPath('/login')}>{messages.signIn}</a>
        </Message>
      )
  }
}
