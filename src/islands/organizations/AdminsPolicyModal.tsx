import { useStore } from '@nanostores/react'
import { adminsFactorPolicy } from '../../lib/sign-in/factor-policy.ts'
import { $factorPolicyMessages } from '../../lib/sign-in/words/factor-policy.words.yaml'
import { Modal } from '../../ui/Modal.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { FactorPolicyForm } from '../sign-in/settings/FactorPolicyForm.tsx'
import styles from './AdminsPolicyModal.module.css'

/** Whether super admins need a second factor (A547). */
export function AdminsPolicyModal({ onClose }: { readonly onClose: () => void }) {
  const messages = useStore($factorPolicyMessages)
  return (
    <Modal title={messages.title} isOpen onDismiss={onClose}>
      <p className={styles.admins}>{messages.adminsText}</p>
      <Loaded
        isQuiet
        store={adminsFactorPolicy}
        loading={messages.loading}
        failed={messages.notLoaded}
      >
        {(state) => <FactorPolicyForm key={state.policy} state={state} />}
      </Loaded>
    </Modal>
  )
}
