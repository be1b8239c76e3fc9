import { atom, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import {
  deleteDeliveriesEndpoint,
  listDeliveriesEndpoint,
  sendDeliveryAgainEndpoint,
} from '../../../contract/webhooks/admin-deliveries.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  listWebhooksEndpoint,
  removeWebhookEndpoint,
} from '../../../contract/webhooks/admin-webhooks.ts'
import { renewWebhookSecretEndpoint } from '../../../contract/webhooks/renew-webhook-secret.ts'
import { testWebhookEndpoint } from '../../../contract/webhooks/test-webhook.ts'
import {
  type DeliveryState,
  deliveryStates,
  type WebhookEvent,
  type WebhookFailure,
  webhookEvents,
} from '../../../contract/webhooks/webhook.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { intlLocale } from '../core/i18n/format.ts'
import { createPagedResource } from '../core/lists/paged-resource.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { makeChange, pendingRows } from '../core/ui-state/change.ts'
import type { Choice } from '../core/ui-state/choices.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $changeWords } from '../core/words/change.words.yaml'
import { callConfirmed } from '../sign-in/confirmation.ts'
import { $deliveriesWords } from './words/deliveries.words.yaml'
import { $webhooksWords } from './words/webhooks.words.yaml'

export { webhookEvents }
export type Webhook = OutputOf<typeof listWebhooksEndpoint>['webhooks'][number]
export type TestResult = OutputOf<typeof testWebhookEndpoint>

/** A secret that was made since the view opened. */
interface NewSecret {
  readonly name: string
  readonly secret: string
  /** Until when the former one is valid; null without one. */
  readonly formerUntil: string | null
}

const notices = noticesAbout('webhooks')
const changes = pendingRows()
const $secret = resetWithUser(atom<NewSecret | undefined>())
const $results = resetWithUser(atom<ReadonlyMap<Webhook['id'], TestResult>>(new Map()))

export const webhooks = createResource(() => call(listWebhooksEndpoint))

/** The ids of webhooks with a running action. */
export const $webhookChanges = changes.$pending
/** In memory only; nothing shows it again. */
export const $newSecret: ReadableAtom<NewSecret | undefined> = $secret
/** The result of each webhook's last test. */
export const $testResults: ReadableAtom<ReadonlyMap<Webhook['id'], TestResult>> = $results

/** @returns a function for when the view closes, which forgets the secret */
export function openWebhooks(): () => void {
  return () => {
    notices.drop()
    $secret.set(undefined)
    $results.set(new Map())
  }
}

export function hideSecret(): void {
  $secret.set(undefined)
}

/** The description of a webhook, or else its address. */
export function nameOfWebhook({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description || url
}

/** The key of an event's words in the messages. */
export function wordOf<Event extends WebhookEvent>(event: Event) {
  return event.replace('.', '_') as Event extends `${infer Left}.${infer Right}`
    ? `${Left}_${Right}`
    : never
}

/** Why a message failed, in words. */
export function reasonOf(failure: WebhookFailure, status: number | null): string {
  const words = $webhooksWords.get()
  if (failure === 'none') return ''
  return failure === 'status' ? words.status({ status: String(status ?? '') }) : words[failure]
}

/** Creates a webhook and keeps its secret for the view, or changes `editing`. */
export async function saveWebhook(form: FormData, editing?: Webhook): Promise<Submitted> {
  const webhooksWords = $webhooksWords.get()
  notices.drop()
  const given = readForm(form)
  const missing = (['url', 'events'] as const).filter((name) => given[name].length === 0)
  if (missing.length > 0) return rejectFields(notices, webhooksWords.missing, missing)
  try {
    if (editing === undefined) {
      const made = await callConfirmed(createWebhookEndpoint, given)
      $secret.set({ name: nameOfWebhook(made), secret: made.secret, formerUntil: null })
    } else {
      const { id, pause } = editing
      const input = { ...given, id, is_active: pause === 'no' }
      await callConfirmed(changeWebhookEndpoint, input)
    }
  } catch (error) {
    const prefix = editing === undefined ? webhooksWords.createFailed : $changeWords.get().failed
    return reportFailure(notices, error, { prefix }, form)
  }
  notices.success(editing === undefined ? webhooksWords.created : webhooksWords.changed)
  await webhooks.reload()
  return done
}

function readForm(form: FormData) {
  const chosen = form.getAll('events')
  return {
    url: textOf(form, 'url'),
    description: textOf(form, 'description'),
    events: webhookEvents.filter((event) => chosen.includes(event)),
    organization_id: textOf(form, 'organization_id') || null,
  }
}

/** Pauses an active webhook and resumes any other. */
export function toggleWebhook(webhook: Webhook): Promise<void> {
  const words = $webhooksWords.get()
  const { id, url, description, events, organization_id, pause } = webhook
  const is_active = pause !== 'no'
  const input = { id, url, description, events, organization_id, is_active }
  return change(webhook, is_active ? words.resumeDone : words.pauseDone, () =>
    call(changeWebhookEndpoint, input),
  )
}

/** Makes a new secret after a question, and keeps it for the view. */
export async function renewSecret(webhook: Webhook): Promise<void> {
  const words = $webhooksWords.get()
  const name = nameOfWebhook(webhook)
  const text = words.newSecretQuestion({ name })
  if (!(await confirm({ text, action: words.newSecret }))) return
  await change(webhook, words.newSecretDone, async () => {
    const { secret, old_secret_until } = await callConfirmed(renewWebhookSecretEndpoint, {
      id: webhook.id,
    })
    $secret.set({ name, secret, formerUntil: old_secret_until })
  })
}

/** Sends a test message and keeps what came of it. */
export async function testWebhook({ id }: Webhook): Promise<void> {
  notices.drop()
  await changes.run(id, async () => {
    try {
      const result = await call(testWebhookEndpoint, { id })
      $results.set(new Map([...$results.get(), [id, result]]))
    } catch (error) {
      await reportFailure(notices, error, { prefix: $changeWords.get().failed })
    }
  })
}

/** Removes a webhook after a question. */
export async function removeWebhook(webhook: Webhook): Promise<void> {
  const words = $webhooksWords.get()
  const text = words.removeQuestion({ name: nameOfWebhook(webhook) })
  if (!(await confirm({ text, action: words.remove }))) return
  await change(webhook, words.removeDone, () => call(removeWebhookEndpoint, { id: webhook.id }))
}

async function change({ id }: Webhook, done: string, send: () => Promise<unknown>): Promise<void> {
  await changes.run(id, () => makeChange(notices, { done }, send, webhooks.reload))
}

export function organizationOf(webhook: Webhook | undefined): Choice | undefined {
  if (webhook === undefined || webhook.organization_id === null) return undefined
  return { id: String(webhook.organization_id), label: webhook.organization_name }
}

export { deliveryStates }
export type Delivery = OutputOf<typeof listDeliveriesEndpoint>[number]

const deliveriesChanges = pendingRows()

/** The messages of all webhooks, by the state in the address. */
export const deliveries = createPagedResource(listDeliveriesEndpoint, ['state'])

/** The ids of messages with a running action, and of webhooks all of whose messages have one. */
export const $deliveryChanges = deliveriesChanges.$pending

export function stateIn(query: { readonly state?: string | undefined }): DeliveryState {
  return deliveryStates.find((state) => state === query.state) ?? 'failed'
}

export function sendDeliveryAgain({ id, webhook_id }: Delivery): Promise<void> {
  const input = { id: webhook_id, delivery_id: id }
  return deliveriesChange(id, 'sent', () => call(sendDeliveryAgainEndpoint, input))
}

export function deleteDelivery({ id, webhook_id }: Delivery): Promise<void> {
  const input = { id: webhook_id, delivery_id: id }
  return deliveriesChange(id, 'removed', () => call(deleteDeliveriesEndpoint, input))
}

/** Sends all messages to a webhook again that were given up. */
export function sendAllAgain({ id }: Webhook): Promise<void> {
  return deliveriesChange(id, 'sent', () => call(sendDeliveryAgainEndpoint, { id }))
}

/** Deletes them, after a question. */
export async function deleteFailed(webhook: Webhook): Promise<void> {
  const words = $deliveriesWords.get()
  const text = words.removeQuestion({ name: nameOfWebhook(webhook) })
  if (!(await confirm({ text, action: words.remove }))) return
  const { id } = webhook
  await deliveriesChange(id, 'removed', () => call(deleteDeliveriesEndpoint, { id }))
}

async function deliveriesChange(
  id: Delivery['id'],
  success: 'sent' | 'removed',
  send: () => Promise<unknown>,
): Promise<void> {
  const words = { done: $deliveriesWords.get()[success] }
  const reload = () => Promise.all([deliveries.reload(), webhooks.reload()])
  await deliveriesChanges.run(id, () => makeChange(notices, words, send, reload))
}

/** For instance '84 ms'. */
export function formatMilliseconds(milliseconds: number): string {
  const unit = { style: 'unit', unit: 'millisecond' } as const
  return new Intl.NumberFormat(intlLocale(), unit).format(milliseconds)
}
