import { html, raw } from 'hono/html'
import { visibleText } from '../../contract/fields/visible-text.ts'
import { productName } from '../../contract/product.ts'
import { formatFils } from '../core/money.ts'
import type { Organizations, Receipts } from '../database/tables.ts'
import { policyForStyle } from '../http/secure-html.ts'
import { periodName } from './period.ts'
import { mark, receiptStyle } from './receipt-style.ts'

const industryNames: Record<Organizations['industry'], string> = {
  finance: 'Finance',
  health_tech: 'Health tech',
  insurance: 'Insurance',
  other: 'Other',
}

export const receiptPolicy = policyForStyle(receiptStyle)

/** An earlier receipt of the same month. */
export interface EarlierReceipt {
  readonly number: string
  readonly scans: number
  /** The path of a link that opens it. */
  readonly path: string
}

/** The whole document; the template escapes user input. */
export function receiptPage(receipt: Receipts, earlier: readonly EarlierReceipt[] = []) {
  const period = periodName(receipt.month)
  const name = receipt.supplement === 0 ? 'Receipt' : 'Supplement'
  return page(
    `${name} ${receipt.number}`,
    html`<header>
        ${brand()}
        <div class="title">
          <h1>${name}</h1>
          <p class="number">${receipt.number}</p>
        </div>
      </header>
      <dl class="facts">
        ${fact('Organization', html`<bdi>${visibleText(receipt.organization_name)}</bdi>`)}
        ${fact('Industry', industryNames[receipt.industry])} ${fact('Period', period)}
        ${fact('Issued', issuedOn(receipt.issued_at))}
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Scans</th>
            <th scope="col">Per scan</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Email scans</th>
            <td data-name="Scans">${receipt.scans.toLocaleString('en')}</td>
            <td data-name="Per scan">${formatFils(receipt.rate_fils)}</td>
            <td data-name="Amount">${formatFils(receipt.cost_fils)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colspan="2">Total</th>
            <td colspan="2">${formatFils(receipt.cost_fils)}</td>
          </tr>
        </tfoot>
      </table>
      <p class="note">This is a receipt, not a tax invoice.</p>
      ${earlier.length === 0 ? '' : supplementNote(period, earlier)}
      <p class="note">
        ${formatFils(receipt.rate_fils)} per email scan. Months begin and end at midnight UTC.
      </p>`,
  )
}

/** Lists the earlier receipts, so that the sum of a month can be checked. */
function supplementNote(period: string, earlier: readonly EarlierReceipt[]): Markup {
  const links = earlier.map(
    ({ number, scans, path }) =>
      html`<li><a href="${path}">${number}</a>: ${scans.toLocaleString('en')} scans</li>`,
  )
  return html`<p class="note">
      This supplement bills email of ${period} that was reported after these were issued. Their scans
      are not billed again:
    </p>
    <ul class="note">${links}</ul>`
}

/** The same page for a forged and an expired link. */
export function closedLinkPage() {
  return page(
    'This link does not open',
    html`<header>${brand()}</header>
      <h1>This link does not open</h1>
      <p>
        Links to receipts work for a short while only, and only complete. Generate the receipt again
        on the admin dashboard: its number and its figures stay the same.
      </p>`,
  )
}

type Markup = ReturnType<typeof html>

function page(title: string, content: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
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
function issuedOn(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })
}
