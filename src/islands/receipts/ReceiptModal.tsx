import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatMoney } from '../../lib/core/format/money.ts'
import { formatCount, formatMonth } from '../../lib/core/i18n/format.ts'
import type { Submitted } from '../../lib/core/ui-state/form.ts'
import type { Organization } from '../../lib/organizations/organization-form.ts'
import {
  checkReceipt,
  generateReceipt,
  type Receipt,
  receiptMonths,
  receiptYears,
} from '../../lib/receipts/receipt.ts'
import { $receiptWords } from '../../lib/receipts/words/receipt.words.yaml'
import { Field } from '../../ui/Field.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { reserveTab } from '../../ui/new-tab.ts'
import { OrganizationPicker } from '../core/parts/OrganizationPicker.tsx'
import styles from './ReceiptModal.module.css'

interface ReceiptModalProps {
  readonly chosen?: Organization
  readonly onClose: () => void
}

/** R207-R215: the receipt opens in a new tab; its figures and its link are shown here. */
export function ReceiptModal({ chosen, onClose }: ReceiptModalProps) {
  const words = useStore($receiptWords)
  const [receipt, setReceipt] = useState<Receipt>()
  async function submit(form: FormData): Promise<Submitted> {
    const refused = checkReceipt(form)
    if (refused !== undefined) return refused
    // Browsers block tabs that are not opened during the click.
    const tab = reserveTab()
    setReceipt(undefined)
    const generated = await generateReceipt(form)
    if (generated.status !== 'generated') {
      tab.giveBack()
      return generated
    }
    setReceipt(generated.receipt)
    tab.show(generated.receipt.url)
    return { status: 'kept' }
  }
  return (
    <FormModal
      title={words.title}
      submit={submit}
      label={words.submit}
      pendingLabel={words.submitting}
      onClose={onClose}
      below={receipt !== undefined && <Figures receipt={receipt} />}
    >
      {(field) => (
        <>
          <OrganizationPicker
            placeholder={words.choose}
            initialId={chosen?.id}
            required
            problem={field('organization_id').problem}
          />
          <div className={styles.period}>
            <Field {...field('year')} label={words.year}>
              {(control) => (
                <select {...control} defaultValue={2025}>
                  {receiptYears.map((year) => (
                    <option key={year}>{year}</option>
                  ))}
                </select>
              )}
            </Field>
            <Field {...field('month')} label={words.month}>
              {(control) => (
                <select {...control} defaultValue={1}>
                  {receiptMonths.map((month) => (
                    <option key={month} value={month}>
                      {words.monthOne({ number: formatCount(month), name: formatMonth(month) })}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
        </>
      )}
    </FormModal>
  )
}

function Figures({ receipt }: { readonly receipt: Receipt }) {
  const words = useStore($receiptWords)
  return (
    <div className={styles.figures} role="status">
      <p>{receipt.message}</p>
      <dl>
        <dt>{words.totalScans}</dt>
        <dd>{formatCount(receipt.totalScans)}</dd>
        <dt>{words.totalCost}</dt>
        <dd>{formatMoney(receipt.totalCost)}</dd>
      </dl>
      <a href={receipt.url} target="_blank" rel="noopener noreferrer">
        {words.open}
      </a>
    </div>
  )
}
