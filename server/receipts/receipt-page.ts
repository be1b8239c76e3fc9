import { html, raw } from 'hono/html'
import { baseLocale, directionOf, intlLocaleOf, type Locale } from '../../contract/core/locale.ts'
import { productName } from '../../contract/core/product.ts'
import { visibleText } from '../../contract/core/visible-text.ts'
import { formatFils } from '../core/formats.ts'
import { wordsIn } from '../core/locale.ts'
import { readWords } from '../core/read-words.ts'
import type { Receipts } from '../database/tables/organizations.ts'
import type { Caller } from '../http/bind.ts'
import { policyForStyle } from '../http/site/security-headers.ts'
import { mark, receiptStyle } from './receipt-style.ts'

export const receiptWords = readWords(import.meta.dirname, 'receipt.words.yaml')

export const receiptPolicy = policyForStyle(receiptStyle)

/** An earlier receipt of the same month. */
export interface EarlierReceipt {
  readonly number: string
  readonly scans: number
  /** The path of a link that opens it. */
  readonly path: string
}

/** The whole document; the template escapes user input. */
export function receiptPage(receipt: Receipts, earlier: readonly EarlierReceipt[], locale: Locale) {
  const words = wordsIn(receiptWords, locale)
  const period = periodName(receipt.month, locale)
  const name = receipt.supplement === 0 ? words.receipt : words.supplement
  return page(
    locale,
    `${name} ${receipt.number}`,
    html`<header>
        ${brand()}
        <div class="title">
          <h1>${name}</h1>
          <p class="number"><bdi>${receipt.number}</bdi></p>
        </div>
      </header>
      <dl class="facts">
        ${fact(words.organization, html`<bdi>${visibleText(receipt.organization_name)}</bdi>`)}
        ${fact(words.industry, words.industries[receipt.industry])} ${fact(words.period, period)}
        ${fact(words.issued, issuedOn(receipt.issued_at, locale))}
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">${words.what}</th>
            <th scope="col">${words.scans}</th>
            <th scope="col">${words.perScan}</th>
            <th scope="col">${words.amount}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">${words.emailScans}</th>
            <td data-name="${words.scans}">${receipt.scans.toLocaleString(intlLocaleOf(locale))}</td>
            <td data-name="${words.perScan}">${formatFils(receipt.rate_fils, locale)}</td>
            <td data-name="${words.amount}">${formatFils(receipt.cost_fils, locale)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colspan="2">${words.total}</th>
            <td colspan="2">${formatFils(receipt.cost_fils, locale)}</td>
          </tr>
        </tfoot>
      </table>
      <p class="note">${words.notAnInvoice}</p>
      ${earlier.length === 0 ? '' : supplementNote(period, earlier, locale)}
      <p class="note">${words.rate({ rate: formatFils(receipt.rate_fils, locale) })}</p>`,
  )
}

/** Lists the earlier receipts, so that the sum of a month can be checked. */
function supplementNote(
  period: string,
  earlier: readonly EarlierReceipt[],
  locale: Locale,
): Markup {
  const words = wordsIn(receiptWords, locale)
  const links = earlier.map(
    ({ number, scans, path }) =>
      html`<li><a href="${path}"><bdi>${number}</bdi></a>: <bdi>${words.scansOf(scans)}</bdi></li>`,
  )
  return html`<p class="note">${words.addsTo({ period })}</p>
    <ul class="note">${links}</ul>`
}

/** The same page for a forged and an expired link. */
export function closedLinkPage(locale: Locale) {
  const words = wordsIn(receiptWords, locale)
  return page(
    locale,
    words.closedLink,
    html`<header>${brand()}</header>
      <h1>${words.closedLink}</h1>
      <p>${words.closedLinkHint}</p>`,
  )
}

type Markup = ReturnType<typeof html>

function page(locale: Locale, title: string, content: Markup): Markup {
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} | ${productName}</title>
<link rel="icon" href="data:,">
<style>${raw(receiptStyle)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
}

function brand(): Markup {
  return html`<p class="brand">
    <svg viewBox="${mark.viewBox}" width="32" height="32" aria-hidden="true">
      <path class="house" d="${mark.house}" />
      <path class="fold" d="${mark.fold}" />
    </svg>
    ${productName}
  </p>`
}

function fact(name: string, value: string | Markup): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

/** The day in UTC, for example `Mar 15, 2026`. */
function issuedOn(timestamp: string, locale: Locale): string {
  return new Date(timestamp).toLocaleDateString(intlLocaleOf(locale), {
    // The short form of Arabic holds direction marks.
    dateStyle: locale === baseLocale ? 'medium' : 'long',
    timeZone: 'UTC',
  })
}

/** The language that the user has chosen, or else that of the page where they ask. */
export function localeOfReceipt({ user, locale }: Pick<Caller, 'user' | 'locale'>): Locale {
  return user.locale ?? locale ?? baseLocale
}

/** A month as it is stored, `2025-03`. */
export function monthKey(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

/** A month for display, `March 2025`. */
export function periodName(month: string, locale: Locale = baseLocale): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(intlLocaleOf(locale), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** Whether the month has ended, in UTC. */
export function isOver(year: number, month: number, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, month, 1)
}
