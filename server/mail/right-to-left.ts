import { escapeHtml } from '../../judge/read/escape-html.ts'

const arabicLetter = /\p{Script=Arabic}/u
const letter = /\p{L}/u

/** Whether a text reads from right to left, by its first letter (Unicode's rules P2 and P3). */
function isRightToLeft(text: string): boolean {
  return arabicLetter.test(letter.exec(text)?.[0] ?? '')
}

/**
 * The HTML part of a mail that is read from right to left; undefined for others, which are plain text.
 * Programs that show plain text from left to right, as Outlook does, would put full stops at the wrong
 * ends and Latin words in the wrong order.
 */
export function rightToLeftPart({ subject, text }: Mail): string | undefined {
  if (!isRightToLeft(text)) return undefined
  const paragraphs = text.trim().split(/\n{2,}/)
  return `<!doctype html>
<html lang="ar" dir="rtl">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body dir="rtl" style="font-family: 'Segoe UI', Tahoma, Arial, sans-serif; font-size: 16px; line-height: 1.7">
${paragraphs.map(paragraph).join('\n')}
</body>
</html>
`
}

interface Mail {
  readonly subject: string
  readonly text: string
}

function paragraph(text: string): string {
  return `<p dir="rtl">${text.split('\n').map(line).join('<br>\n')}</p>`
}

/** Addresses and links have lines of their own. */
function line(text: string): string {
  if (/^https?:\/\/\S+$/.test(text)) {
    return `<a dir="ltr" href="${escapeHtml(text)}">${escapeHtml(text)}</a>`
  }
  return isRightToLeft(text) ? escapeHtml(text) : `<span dir="ltr">${escapeHtml(text)}</span>`
}
