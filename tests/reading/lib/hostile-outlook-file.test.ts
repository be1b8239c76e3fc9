import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { emlFromMsg } from '../../../judge/read/outlook/eml-from-msg.ts'
import { outlookFile } from '../../support/mail/outlook-file.ts'

const sectorBytes = 512
const endOfChain = 0xfffffffe
const base = outlookFile({
  headers: 'From: a@b.example\r\nSubject: Hello\r\n\r\n',
  body: 'Hello',
  recipients: [{ name: 'Rania', address: 'rania@clinic.example' }],
  attachments: [
    { name: 'small.txt', content: Buffer.from('Hello') },
    { name: 'large.bin', content: new Uint8Array(20_000) },
    { name: 'inner', content: { sender: 'a@b.example', body: 'Hello' } },
  ],
})
const view = new DataView(base.buffer)
const placeOf = (sector: number) => (sector + 1) * sectorBytes
const table = placeOf(view.getUint32(76, true))
const entries = placeOf(view.getUint32(48, true))
const smallTable = placeOf(view.getUint32(60, true))
const entryAt = (index: number) => entries + 128 * index
/** The first entry below the root, which has children of its own. */
const firstFolder = Array.from({ length: 20 }, (_, index) => index + 1).find(
  (index) => view.getUint8(entryAt(index) + 66) === 1,
)

type Words = readonly (readonly [offset: number, word: number])[]

function changed(words: Words): Uint8Array<ArrayBuffer> {
  const bytes = base.slice()
  const written = new DataView(bytes.buffer)
  for (const [offset, word] of words) written.setUint32(offset, word, true)
  return bytes
}

/** Each sector is followed by itself. */
const circle = (at: number): Words =>
  Array.from({ length: sectorBytes / 4 }, (_, index) => [at + 4 * index, index] as const)

const folder = entryAt(firstFolder ?? 0)

test.each<[string, Words]>([
  ['whose sectors run in circles', circle(table)],
  ['whose small sectors run in circles', circle(smallTable)],
  [
    'whose tables run in circles',
    [
      [68, 0],
      [72, 0x7fffffff],
      [placeOf(0) + 508, 0],
    ],
  ],
  ['whose folder is in itself', [[folder + 76, firstFolder ?? 0]]],
  ['whose entry is beside itself', [[folder + 68, firstFolder ?? 0]]],
  ['whose stream has four gigabytes', [[entryAt(1) + 120, 0xffffffff]]],
  ['whose root is missing', [[48, endOfChain]]],
  ['with sectors of half a byte', [[30, 0xffff]]],
  ['with sectors of two gigabytes', [[30, 31]]],
  ['that names its tables outside of it', [[76, 0x7fffffff]]],
])('an Outlook file %s is refused or read as far as it goes', async (_, words) => {
  await expectBounded(changed(words))
})

test('no change of a few words makes an Outlook file long to read', async () => {
  // The numbers of a small generator, so that every run changes the same words.
  let state = 42
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const places = [
    () => 24 + 4 * below(122),
    () => table + 4 * below(128),
    () => smallTable + 4 * below(128),
    () => entryAt(below(24)) + 64 + 4 * below(16),
  ]
  const values = [
    () => below(64),
    () => below(2 ** 32),
    () => endOfChain,
    () => 0xffffffff,
    () => 0x80000000,
    () => 0,
  ]
  const any = (list: readonly (() => number)[]) => list[below(list.length)]?.() ?? 0
  for (let round = 0; round < 300; round += 1) {
    const words = Array.from({ length: 1 + below(6) }, () => [any(places), any(values)] as const)
    await expectBounded(changed(words))
  }
})

/** The result is a mail of about the size of the file, or an error. */
async function expectBounded(file: Uint8Array<ArrayBuffer>): Promise<void> {
  const size = await emlFromMsg(file.buffer).then(
    ({ byteLength }) => byteLength,
    (error: Error) => error.message.length,
  )
  expect(size).toBeLessThan(3 * base.length)
}

test('a page answers its reader many times while a large Outlook file is read', async () => {
  const content = new Uint8Array(9_900_000)
  const file = outlookFile({ sender: 'a@b.example', attachments: [{ name: 'a.bin', content }] })
  let turns = 0
  let isRead = false
  const read = emlFromMsg(file.buffer, setImmediate).finally(() => {
    isRead = true
  })
  while (!isRead) {
    await setImmediate()
    turns += 1
  }
  expect((await read).byteLength).toBeLessThan(14_000_000)
  expect(turns).toBeGreaterThan(4)
})
