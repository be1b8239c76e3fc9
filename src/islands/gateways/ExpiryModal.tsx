import { useStore } from '@nanostores/react'
import { dayOf, type GatewayKey, nameOfKey, saveExpiry } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { useForm } from '../../ui/use-form.ts'

interface ExpiryModalProps {
  readonly gatewayKey: GatewayKey
  readonly onClose: () => void
}

/** When a key ends. */
export function ExpiryModal({ gatewayKey, onClose }: ExpiryModalProps) {
  const words = useStore($connectWords)
  const { pending, field, onSubmit } = useForm((form) => saveExpiry(form, gatewayKey), onClose)
  return (
    <Modal title={words.expiryTitle} isOpen onDismiss={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <Field {...field('expires_at')} label={nameOfKey(gatewayKey)} hint={words.expiryEmpty}>
          {(control) => (
            <input {...control} type="date" defaultValue={dayOf(gatewayKey.expires_at)} />
          )}
        </Field>
        <div className="modal-actions">
          <Button type="submit" pending={pending}>
            {pending ? words.saving : words.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
