import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { confirm } from '../lib/core/ui-state/dialogs.ts'
import { enterDialog } from '../lib/core/ui-state/notices.ts'
import { $dialogsWords } from '../lib/core/words/dialogs.words.yaml'
import { Button } from './Button.tsx'
import { snapshotOf } from './form-fields.ts'
import './modal.css'

interface ModalProps {
  readonly title: string
  /** A closed modal keeps its input. */
  readonly isOpen: boolean
  /** Called on Escape, the Close button or the system's back gesture. */
  readonly onDismiss: () => void
  /** Asks for confirmation before discarding changes in its form. */
  readonly asksBeforeDiscard?: boolean | undefined
  /** It opens with a draft, which counts as a change. */
  readonly hasDraft?: boolean
  /** For content that a narrow window would break, as files and tables. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A native modal dialog; the focus returns to where it was. */
export function Modal({
  title,
  isOpen,
  onDismiss,
  asksBeforeDiscard = false,
  hasDraft = false,
  isWide = false,
  children,
}: ModalProps) {
  const words = useStore($dialogsWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(dialog, isOpen)
  useEffect(() => (isOpen ? enterDialog() : undefined), [isOpen])
  const untouched = useRef('')
  const openedWithDraft = useRef(hasDraft)
  const wasUsed = useRef(false)
  useEffect(() => {
    // Until the user touches the form, a field that joins it is no change.
    if (!isOpen) wasUsed.current = false
    else if (!wasUsed.current) untouched.current = snapshotOf(dialog.current?.querySelector('form'))
  })
  function markUsed() {
    wasUsed.current = true
  }

  async function dismiss() {
    const form = dialog.current?.querySelector('form')
    const isChanged = openedWithDraft.current || snapshotOf(form) !== untouched.current
    if (asksBeforeDiscard && isChanged && !(await confirmDiscard())) {
      // Browsers close a dialog without asking if Escape is pressed twice.
      if (dialog.current?.open === false) dialog.current.showModal()
      return
    }
    onDismiss()
  }

  return createPortal(
    <dialog
      ref={dialog}
      className="modal"
      data-wide={isWide}
      aria-labelledby={titleId}
      onKeyDown={markUsed}
      onPointerDown={markUsed}
      onInput={markUsed}
      onCancel={(event) => {
        // A dialog or a field for files within this one says so, too, and its events come by here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        void dismiss()
      }}
      onClose={(event) => {
        if (isOpen && event.target === event.currentTarget) void dismiss()
      }}
    >
      <div className="modal-head">
        <h2 id={titleId} className="clamped">
          {title}
        </h2>
        <Button variant="plain" size="small" onClick={() => void dismiss()}>
          {words.close}
        </Button>
      </div>
      {children}
    </dialog>,
    dialogPlace(),
  )
}

function confirmDiscard(): Promise<boolean> {
  const { discardQuestion, discard } = $dialogsWords.get()
  return confirm({ text: discardQuestion, action: discard })
}

/**
 * Where a dialog is rendered: outside the screen, so that its styles do not apply, and inside the page's
 * container, whose width its own ask for.
 */
export function dialogPlace(): Element {
  return document.querySelector('[data-account]') ?? document.body
}

/** Opens a dialog while `isOpen`, and restores the focus afterwards. */
export function useModal(
  dialog: { readonly current: HTMLDialogElement | null },
  isOpen: boolean,
): void {
  useEffect(() => {
    if (!isOpen) return
    const opened = dialog.current
    const cameFrom = document.activeElement
    opened?.showModal()
    opened?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => {
      opened?.close()
      // The browser cannot restore the focus if the dialog is removed with its component.
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus()
    }
  }, [dialog, isOpen])
}
