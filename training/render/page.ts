import type { Random } from '../random.ts'
import { letters } from './domains.ts'
import { pick } from './fill.ts'
import { pictures, styleRules, wrapper } from './markup.ts'

export interface Line {
  readonly text: string
  readonly target?: string
}

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

interface PageSettings {
  readonly isArabic: boolean
  readonly isDesigned: boolean
  readonly firm: string
  readonly preheader: string
  readonly pixel: string | undefined
  readonly unsubscribe: string | undefined
  readonly stuffing: string
}

/** One of the ways in which mail programs and senders' systems write a page. */
export function renderPage(lines: readonly Line[], settings: PageSettings, random: Random): string {
  const { isArabic, isDesigned, firm, preheader, pixel, unsubscribe, stuffing } = settings
  const dir = isArabic ? ' dir="rtl"' : ''
  const look = isDesigned
    ? pick(random, ['tables', 'tables', 'divs', 'sections'])
    : pick(random, ['gmail', 'outlook', 'apple', 'bare'])
  const font = pick(random, [
    'Arial,Helvetica,sans-serif',
    "'Segoe UI',Tahoma,sans-serif",
    'Calibri,sans-serif',
    'Helvetica Neue,Helvetica,sans-serif',
    'Georgia,serif',
  ])
  const color = pick(random, [
    '#0a6ebd',
    '#1a73e8',
    '#d6001c',
    '#222222',
    '#0f9d58',
    '#f60',
    '#6b4fbb',
  ])
  const button = (line: Line) =>
    look === 'tables'
      ? `<table cellpadding="0" cellspacing="0" role="presentation"><tr><td bgcolor="${color}" style="border-radius:4px;padding:12px 24px"><a href="${escapeHtml(line.target ?? '')}" style="color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(line.text)}</a></td></tr></table>`
      : `<a href="${escapeHtml(line.target ?? '')}"${isDesigned ? ` style="background:${color};color:#fff;padding:10px 20px;display:inline-block"` : ''}>${escapeHtml(line.text)}</a>`
  const wrap = wrapper(random)
  const shown = isDesigned ? pictures(random) : []
  const css = isDesigned || random.next() < 0.2 ? styleRules(random) : ''
  const style = css === '' ? '' : `<style>${css}</style>`
  const blocks = lines.map((line) => {
    if (line.target !== undefined) return wrap(button(line))
    const text = line.text === '' ? '' : wrap(escapeHtml(line.text))
    if (look === 'gmail') return `<div>${text === '' ? '<br>' : text}</div>`
    if (look === 'outlook')
      return `<p class="MsoNormal"${dir}><span lang="EN-US" style="font-size:11.0pt">${text === '' ? '&nbsp;' : text}<o:p></o:p></span></p>`
    if (look === 'apple') return text === '' ? '<div><br></div>' : `<div>${text}</div>`
    if (look === 'bare') return text === '' ? '<br><br>' : `${text}<br>`
    if (text === '') return ''
    return look === 'tables'
      ? `<tr><td style="font-family:${font};font-size:${pick(random, [14, 15, 16])}px;line-height:1.5;color:#333333;padding:8px 24px">${text}</td></tr>`
      : `<p style="margin:0 0 16px;font-family:${font};color:#333">${text}</p>`
  })
  for (const picture of shown) {
    const at = Math.floor(random.next() * (blocks.length + 1))
    blocks.splice(at, 0, look === 'tables' ? `<tr><td>${picture}</td></tr>` : picture)
  }
  const hidden =
    preheader === ''
      ? ''
      : `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}${'&nbsp;&zwnj;'.repeat(pick(random, [0, 20, 60]))}</div>`
  const stuffed =
    stuffing === '' ? '' : `<div style="font-size:0px;color:#ffffff">${escapeHtml(stuffing)}</div>`
  const image =
    pixel === undefined
      ? ''
      : `<img src="${pixel}" width="1" height="1" alt="" style="display:block">`
  const foot =
    unsubscribe === undefined
      ? ''
      : `<p style="font-size:12px;color:#888">${escapeHtml(firm)} · <a href="${unsubscribe}">${isArabic ? 'إلغاء الاشتراك' : pick(random, ['Unsubscribe', 'unsubscribe from this list', 'Manage preferences'])}</a></p>`
  if (look === 'tables') {
    const rows = blocks.map((block) =>
      block.startsWith('<tr>') || block === ''
        ? block
        : `<tr><td style="padding:8px 24px">${block}</td></tr>`,
    )
    const logo =
      random.next() < 0.7
        ? `<tr><td><img src="https://${pick(random, ['cdn', 'images', 'static', 'mcusercontent'])}.${letters(random, 6)}.com/${letters(random, 8)}.png" width="160" alt="${escapeHtml(firm)}"></td></tr>`
        : ''
    return `<!DOCTYPE html><html${dir}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${style}</head><body>${hidden}<table width="100%" bgcolor="#f4f4f4"><tr><td align="center"><table class="w" width="600" bgcolor="#ffffff">${logo}${rows.join('')}<tr><td>${foot}</td></tr></table></td></tr></table>${stuffed}${image}</body></html>`
  }
  if (look === 'outlook') {
    return `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style><!-- p.MsoNormal{margin:0cm;font-family:"Calibri",sans-serif;} --></style></head><body lang="EN-US" link="blue" vlink="purple"><div class="WordSection1">${blocks.join('')}${foot}</div>${stuffed}</body></html>`
  }
  const inner = `${hidden}${blocks.join(look === 'bare' ? '\n' : '')}${foot}${stuffed}${image}`
  if (look === 'gmail') return `<div dir="${isArabic ? 'rtl' : 'ltr'}">${inner}</div>`
  if (look === 'sections')
    return `<html${dir}><head>${style}</head><body style="font-family:${font}">${blocks.map((it) => `<section style="padding:6px">${it}</section>`).join('')}${foot}${stuffed}${image}</body></html>`
  return `<html${dir}><head>${style}</head><body>${inner}</body></html>`
}
