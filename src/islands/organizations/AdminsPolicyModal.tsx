import { useStore } from '@nanostores/react'
import { adminsFactorPolicy } from '../../lib/sign-in/factor-policy.ts'
import { $factorPolicyWords } from '../../lib/sign-in/words/factor-policy.words.yaml'
import { Modal } from '../../ui/Modal.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { FactorPolicyForm } from '../sign-in/settings/FactorPolicyForm.tsx'
import styles from './AdminsPolicyModal.module.css'

/** Whether super admins need a second factor. */
export function AdminsPolicyModal({ onClose }: { readonly onClose: () => void }) {
  const words = useStore($factorPolicyWords)
  return (
    <Modal title={words.title} isOpen onDismiss={onClose}>
      <p className={styles.admins}>{words.adminsText}</p>
      <Loaded isQuiet store={adminsFactorPolicy} loading={words.loading} failed={words.notLoaded}>
        {(state) => <FactorPolicyForm key={state.policy} state={state} />}
      </Loaded>
    </Modal>
  )
}
