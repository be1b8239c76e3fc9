import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { openProviderWindow, type ProviderWindow } from '../../lib/account/confirm-at-provider.ts'
import { $confirmAtProviderMessages } from '../../lib/account/words/confirm-at-provider.words.yaml'
import { $dialogsMessages } from '../../lib/core/words/dialogs.words.yaml'
import { followConfirmation } from '../../lib/sign-in/provider-window.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'

interface ConfirmAtProviderProps {
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks users of single sign-on to prove at their provider who they are (A631). */
export function ConfirmAtProvider({ answer }: ConfirmAtProviderProps) {
  const messages = useStore($confirmAtProviderMessages)
  const words = useStore($dialogsMessages)
  const [state, setState] = useState<ProviderWindow>()
  const [isOpening, setOpening] = useState(false)
  useEffect(
    () =>
      followConfirmation((isConfirmed) => {
        if (isConfirmed) answer(true)
        else setState({ status: 'failed', text: $confirmAtProviderMessages.get().notConfirmed })
      }),
    [answer],
  )
  async function ask() {
    setOpening(true)
    setState(await openProviderWindow())
    setOpening(false)
  }
  const label = state?.status === 'open' ? messages.again : messages.confirm
  return (
    <Modal title={messages.title} isOpen onDismiss={() => answer(false)}>
      {state?.status !== 'open' && <p>{messages.text}</p>}
      <div role="status">
        {state?.status === 'open' && <p>{messages.waiting}</p>}
        {state?.status === 'failed' && <p>{state.text}</p>}
        {state?.status === 'blocked' && (
          <p>
            {messages.blocked}{' '}
            <a href={state.url} target="_blank" rel="noreferrer">
              {messages.openHere}
            </a>
          </p>
        )}
      </div>
      <div className="modal-actions">
        <Button variant="secondary" onClick={() => answer(false)}>
          {words.cancel}
        </Button>
        <Button pending={isOpening} onClick={() => void ask()}>
          {isOpening ? messages.opening : label}
        </Button>
      </div>
    </Modal>
  )
}
