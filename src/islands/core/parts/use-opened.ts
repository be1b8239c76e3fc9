import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { OpenName } from '../../../lib/core/navigation/actions.ts'
import { $opened, closeOpened } from '../../../lib/core/navigation/view.ts'

/**
 * Whether a dialog is open: by its button, or by its name in the address.
 * @param isDrafted whether it opens at once, for a draft to go on with
 */
export function useOpened(name: OpenName, isDrafted: () => boolean = () => false) {
  const [isOpen, setOpen] = useState(isDrafted)
  const opened = useStore($opened)
  function close() {
    setOpen(false)
    closeOpened()
  }
  return { isOpen: isOpen || opened === name, open: () => setOpen(true), close }
}
