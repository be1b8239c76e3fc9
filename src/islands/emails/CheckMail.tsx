import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $opened, closeOpened, mailCheck } from '../../lib/core/navigation/opened.ts'
import { $employeeWords } from '../../lib/employee/words/employee.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { lazy } from '../../ui/lazy-component.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import styles from './CheckMail.module.css'

const dialog = lazy(async () => (await import('./CheckMailModal.tsx')).CheckMailModal)

/** The employee's first question: is this one dangerous? */
export function CheckMail() {
  const words = useStore($employeeWords)
  const [isOpen, setOpen] = useState(false)
  const opened = useStore($opened)
  function close() {
    setOpen(false)
    closeOpened()
  }
  return (
    <div className={styles.check}>
      <p>{words.checkQuestion}</p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {words.checkMail}
      </Button>
      {(isOpen || opened === mailCheck) && <LazyPart part={dialog} props={{ onClose: close }} />}
    </div>
  )
}
