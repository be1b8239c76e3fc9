import { expect, test } from 'vitest'
import { sendDemoRequest } from '../../../src/islands/public-page/answer-form.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { demoMail, missingFields, readDemoRequest } from '../../../src/lib/public-page/demo-form.ts'

function form(email: string, company: string): FormData {
  const data = new FormData()
  data.set('email', email)
  data.set('company', company)
  return data
}

test('blanks are not an answer', { tags: ['R091'] }, () => {
  expect(missingFields(readDemoRequest(form(' ', '\t')))).toEqual(['email', 'company'])
  expect(missingFields(readDemoRequest(form('a@b.example', '')))).toEqual(['company'])
  expect(missingFields(readDemoRequest(form(' a@b.example ', ' Clinic ')))).toEqual([])
  expect(missingFields(readDemoRequest(new FormData()))).toEqual(['email', 'company'])
})

test('the mail goes to sales and contains both values, whatever they contain', {
  tags: ['R093'],
}, () => {
  const link = new URL(demoMail({ email: 'a+b@c.example', company: 'Rana & Söhne?subject=x#y' }))
  expect(link.protocol).toBe('mailto:')
  expect(link.pathname).toBe('sales@aman.example')
  const fields = new Map(
    link.search
      .slice(1)
      .split('&')
      .map((pair) => pair.split('=').map(decodeURIComponent))
      .map(([name = '', value = '']) => [name, value]),
  )
  expect([...fields.keys()]).toEqual(['subject', 'body'])
  expect(fields.get('subject')).toMatch(/^.+: Rana & Söhne\?subject=x#y$/)
  expect(fields.get('body')).toMatch(/^.+\r\n\r\n.+: a\+b@c\.example\r\n/)
  expect(fields.get('body')).toContain('Rana & Söhne?subject=x#y')
})

test('the mail opens before the alert says that the request was sent', {
  tags: ['R093'],
}, () => {
  const shown = () => $notices.get().map(({ text }) => text)
  const before: string[][] = []
  const mails: string[] = []
  sendDemoRequest(form('a@b.example', 'Clinic'), (href) => {
    mails.push(href)
    before.push(shown())
  })
  expect(mails).toHaveLength(1)
  expect(before).toEqual([[]])
  expect(shown()).toEqual(['Demo request sent! We will contact you shortly.'])
})
