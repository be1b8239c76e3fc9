import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { openProviderWindow, type ProviderWindow } from '../../lib/account/confirm-at-provider.ts'
import { $confirmAtProviderWords } from '../../lib/account/words/confirm-at-provider.words.yaml'
import { $dialogsWords } from '../../lib/core/words/dialogs.words.yaml'
import { followConfirmation } from '../../lib/sign-in/provider-window.ts'
import { Button } from '../../ui/Button.tsx'
import { Cause } from '../../ui/Cause.tsx'
import { Modal } from '../../ui/Modal.tsx'

interface ConfirmAtProviderProps {
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks users of single sign-on to prove at their provider who they are. */
export function ConfirmAtProvider({ answer }: ConfirmAtProviderProps) {
  const confirmAtProviderWords = useStore($confirmAtProviderWords)
  const words = useStore($dialogsWords)
  const [state, setState] = useState<ProviderWindow>()
  const [isOpening, setOpening] = useState(false)
  useEffect(
    () =>
      followConfirmation((isConfirmed) => {
        if (isConfirmed) answer(true)
        else setState({ status: 'failed', text: $confirmAtProviderWords.get().notConfirmed })
      }),
    [answer],
  )
  async function ask() {
    setOpening(true)
    setState(await openProviderWindow())
    setOpening(false)
  }
  const label =
    state?.status === 'open' ? confirmAtProviderWords.again : confirmAtProviderWords.confirm
  return (
    <Modal title={confirmAtProviderWords.title} isOpen onDismiss={() => answer(false)}>
      {state?.status !== 'open' && <p>{confirmAtProviderWords.text}</p>}
      <div role="status">
        {state?.status === 'open' && <p>{confirmAtProviderWords.waiting}</p>}
        {state?.status === 'failed' && (
          <>
            <p>{state.text}</p>
            <Cause error={state.error} isAnswerShown />
          </>
        )}
        {state?.status === 'blocked' && (
          <p>
            {confirmAtProviderWords.blocked}{' '}
            <a href={state.url} target="_blank" rel="noreferrer">
              {confirmAtProviderWords.openHere}
            </a>
          </p>
        )}
      </div>
      <div className="modal-actions">
        <Button variant="secondary" onClick={() => answer(false)}>
          {words.cancel}
        </Button>
        <Button pending={isOpening} onClick={() => void ask()}>
          {isOpening ? confirmAtProviderWords.opening : label}
        </Button>
      </div>
    </Modal>
  )
}
