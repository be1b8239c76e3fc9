import { computed, onMount } from 'nanostores'
import { listMessagesEndpoint } from '../../../contract/emails/list-messages.ts'
import type { Message } from '../../../contract/emails/message-fields.ts'
import {
  type SenderHistory,
  showOneMessageEndpoint,
} from '../../../contract/emails/show-one-message.ts'
import { threatLevels } from '../../../contract/emails/threat-level.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { createPagedResource, type ListQuery } from '../core/lists/paged-resource.ts'
import { $router } from '../core/navigation/router.ts'

export { type Message, type SenderHistory, threatLevels }

const names = ['q', 'level', 'from', 'to', 'sort', 'order'] as const
export type MessagesQuery = ListQuery<(typeof names)[number]>

/** The mail of the signed-in user, by the search and filters in the address. */
export const messages = createPagedResource(listMessagesEndpoint, names, inputOf)

/** The address has days, which begin and end where the user is. */
function inputOf({ from, to, ...query }: MessagesQuery): Record<string, string> {
  const given = { ...query, from: startOfDay(from, 0), to: startOfDay(to, 1) }
  const named = Object.entries(given).map(([name, value]) => [name, value ?? ''] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== ''))
}

function startOfDay(day: string | undefined, daysAfter: 0 | 1): string | undefined {
  if (day === undefined) return undefined
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysAfter)
  return Number.isNaN(start.getTime()) ? 'not a day' : start.toISOString()
}

/** How the list can be sorted, as its parameters. */
export const orders = {
  newest: { sort: '', order: '' },
  oldest: { sort: '', order: 'asc' },
  bySender: { sort: 'sender', order: '' },
} as const satisfies Record<string, MessagesQuery>

export type MessageOrder = keyof typeof orders

export function orderOf({ sort, order }: MessagesQuery): MessageOrder {
  if (sort === 'sender') return 'bySender'
  return order === 'asc' ? 'oldest' : 'newest'
}

/** Everything but the order, which leaves no mail out. */
export const noFilters = { q: '', level: '', from: '', to: '' } as const satisfies MessagesQuery

export function filterCount({ level, from, to }: MessagesQuery): number {
  return [level, from, to].filter(Boolean).length
}

/** The text as a sender that a user may ask for; undefined for any other text. */
export function senderIn(text: string): string | undefined {
  return /^[^\s@]*@?[^\s@]+\.[^\s@.]{2,}$/u.test(text) ? text : undefined
}

/** The message that is open, by its id in the address. */
export const $openId = computed($router, (page) => page?.search.message)

/** Opens a message, or closes the open one. */
export function openMessage(id: string | number | undefined): void {
  messages.show({ message: id === undefined ? '' : String(id) })
}

/** The open message with the history of its sender. */
export const messageDetails = createResource(
  () => call(showOneMessageEndpoint, { id: $openId.get() ?? '' }),
  ({ message }) => String(message.id) === $openId.get(),
)

onMount(messageDetails.$resource, () =>
  $openId.listen((id) => {
    if (id !== undefined) void messageDetails.reload()
  }),
)

/** The common result of the three checks of a mail's origin. */
export function originOf({ spf, dkim, dmarc }: Message['authentication']) {
  if (dmarc === 'pass') return 'proven'
  if (dmarc === 'fail') return 'denied'
  if (spf === null && dkim === null && dmarc === null) return 'notReported'
  return 'unproven'
}

type Check = keyof Message['authentication']

/** The words for a result of a check (RFC 8601). */
export function wordsOfCheck<Name extends Check>(check: Name, result: string | null) {
  if (result === null) return 'unsaid'
  if (result === 'pass') return `${check}Pass` as const
  if (result === 'fail' || result === 'softfail') return `${check}Fail` as const
  if (result === 'temperror' || result === 'permerror') return 'notChecked'
  return `${check}None` as const
}

export function totalOf({ safe, suspicious, malicious }: SenderHistory): number {
  return safe + suspicious + malicious
}
