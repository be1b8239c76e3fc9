import { useStore } from '@nanostores/react'
import { $factorPolicyMessages } from '../../../lib/messages/factor-policy.ts'
import { adminsFactorPolicy } from '../../../lib/screens/factor-policy.ts'
import { Modal } from '../../../ui/Modal.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import styles from './AdminsPolicyModal.module.css'
import { FactorPolicyForm } from './sign-in/FactorPolicyForm.tsx'

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
