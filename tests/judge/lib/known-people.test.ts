import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  findByAddress,
  findByName,
  findSigner,
  readPeople,
} from '../../../judge/rules/known-people.ts'
import { isSameName, readName, spellsName } from '../../../judge/rules/people.ts'

const words = [
  'omar',
  'haddad',
  'Layla',
  'mansour',
  'khaled',
  'o',
  'h',
  'dr',
  'عمر',
  'حداد',
  'خالد',
]
const name = fc.array(fc.constantFrom(...words, 'ليلى', 'منصور', 'al', 'oia'), { maxLength: 4 })
const names = fc.array(
  name.map((parts) => parts.join(' ')),
  { maxLength: 12 },
)
const local = name.chain((parts) => fc.constantFrom('.', '', '_1').map((by) => parts.join(by)))

test('among many people the one is found who is first in the list, in either script', () => {
  fc.assert(
    fc.property(names, names, local, (all, asked, address) => {
      const people = all.map((one) => ({ name: one, read: readName(one) }))
      const known = readPeople(all.map((one) => ({ name: one })))
      const read = asked.map(readName)
      for (const one of read) {
        const first = people.findIndex((person) => isSameName(person.read, one))
        expect(findByName(known, one)?.at ?? -1).toBe(first)
      }
      const signer = people.findIndex((person) => read.some((one) => isSameName(one, person.read)))
      expect(findSigner(known, read)?.at ?? -1).toBe(signer)
      const spelt = people.findIndex((person) => spellsName(address, person.read))
      expect(findByAddress(known, address)?.at ?? -1).toBe(spelt)
    }),
    { numRuns: 500 },
  )
})

test('of 2,000 people a name is compared with those alone who share a word or its sound', () => {
  const people = Array.from({ length: 2000 }, (_, number) => {
    const [first, last] = [number % 40, Math.floor(number / 40)].map((it) =>
      String.fromCharCode(97 + Math.floor(it / 26), 98 + (it % 24), 97 + (it % 26)),
    )
    return { name: `b${first}na ${last}qado` }
  })
  const known = readPeople([...people, { name: 'Omar Haddad' }, { name: 'Omar Nasser' }])
  const compared = ['omar', 'false mr'].flatMap((key) => known.get(key) ?? [])
  const names = compared.map(({ name }) => name)
  expect(names).toEqual(['Omar Haddad', 'Omar Nasser', 'Omar Haddad', 'Omar Nasser'])
  expect(findByName(known, readName('عمر حداد'))?.name).toBe('Omar Haddad')
  expect(findByAddress(known, 'omarnasser')?.name).toBe('Omar Nasser')
})
