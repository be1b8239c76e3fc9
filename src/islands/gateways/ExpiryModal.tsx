import { useStore } from '@nanostores/react'
import { dayOf, type GatewayKey, nameOfKey, saveExpiry } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Field } from '../../ui/Field.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import '../../ui/date-field.css'

interface ExpiryModalProps {
  readonly gatewayKey: GatewayKey
  readonly onClose: () => void
}

/** When a key ends. */
export function ExpiryModal({ gatewayKey, onClose }: ExpiryModalProps) {
  const words = useStore($connectWords)
  return (
    <FormModal
      title={words.expiryTitle}
      submit={(form) => saveExpiry(form, gatewayKey)}
      label={words.save}
      onClose={onClose}
    >
      {(field) => (
        <>
          <Field {...field('expires_at')} label={nameOfKey(gatewayKey)} hint={words.expiryEmpty}>
            {(control) => (
              <input {...control} type="date" defaultValue={dayOf(gatewayKey.expires_at)} />
            )}
          </Field>
        </>
      )}
    </FormModal>
  )
}
