import { useStore } from '@nanostores/react'
import { $employeeWords } from '../../lib/employee/words/employee.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { lazy } from '../../ui/lazy-component.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { useOpened } from '../core/parts/use-opened.ts'
import styles from './CheckMail.module.css'

const dialog = lazy(async () => (await import('./CheckMailModal.tsx')).CheckMailModal)

/** The employee's first question: is this one dangerous? */
export function CheckMail() {
  const words = useStore($employeeWords)
  const { isOpen, open, close } = useOpened('check')
  return (
    <div className={styles.check}>
      <p>{words.checkQuestion}</p>
      <Button variant="secondary" onClick={open}>
        {words.checkMail}
      </Button>
      {isOpen && <LazyPart part={dialog} props={{ onClose: close }} />}
    </div>
  )
}
