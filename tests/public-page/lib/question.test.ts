import { expect, test } from 'vitest'
import { questionOfText } from '../../../src/lib/public-page/try/samples.ts'

test.each([
  'From: a@b.example\nSubject: Hello\n\nText',
  '\n\nReceived: by a\r\n\tfor b\r\nFrom: a@b.example\r\n\r\nText',
  'From: Lina <a@b.example>\nSent: Monday\nTo: you\nSubject: Hello\n\nText',
])('%j is a whole mail', async (text) => {
  expect((await questionOfText(text)).kind).toBe('mail')
})

test.each([
  'Hello: this is a text',
  'Note: read this\n\nThe text',
  'We write to you\nFrom: a@b.example\n\nText',
  'https://a.example/',
])('%j is a text', async (text) => {
  expect(await questionOfText(text)).toEqual({ kind: 'text', text })
})
