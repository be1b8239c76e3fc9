import { describe, expect, test } from 'vitest'
import {
  domainOf,
  hostOf,
  nameOf,
  registeredDomain,
  skeletonOf,
} from '../../../judge/read/domain.ts'
import { lookalikeOf } from '../../../judge/rules/lookalikes.ts'
import { isWithin } from '../../../judge/rules/sender.ts'

describe('a domain', () => {
  test.each([
    ['supplier.example', 'supplier.example'],
    ['www.Supplier.Example.', 'supplier.example'],
    ['a.b.c.d.e.f.supplier.example', 'supplier.example'],
    ['mail.supplier.com.jo', 'supplier.com.jo'],
    ['com.jo', 'com.jo'],
    ['supplier.com.info', 'com.info'],
    ['x.supplier.jo', 'supplier.jo'],
    ['localhost', ''],
    ['a..b', ''],
    ['', ''],
  ])('of %s is registered as %s', (host, expected) => {
    expect(registeredDomain(host)).toBe(expected)
  })

  test('has a name before its ending', () => {
    expect(['www.aramex.com.jo', 'aramex.com', 'x', ''].map(nameOf)).toEqual([
      'aramex',
      'aramex',
      '',
      '',
    ])
  })

  test.each([
    ['lena@Supplier.Example', 'supplier.example'],
    ['"a@b"@supplier.example>', 'supplier.example'],
    ['lena@supplier.example. ', 'supplier.example'],
    ['lena', ''],
    ['@supplier.example', 'supplier.example'],
    ['lena@', ''],
  ])('of the address %s is %s', (address, expected) => {
    expect(domainOf(address)).toBe(expected)
  })

  test.each([
    ['https://Bank.Example/x?y', 'bank.example'],
    ['HTTP://bank.example:8080', 'bank.example'],
    [' //bank.example#x', 'bank.example'],
    ['https://user:key@bank.example/', 'bank.example'],
    ['https://bank.example@evil.example/', 'evil.example'],
    ['https://evil.example\\@bank.example/', 'evil.example'],
    ['https://[2001:db8::1]:80/', '[2001:db8::1]'],
    ['https://bank.example?x@evil.example', 'bank.example'],
    ['mailto:lena@bank.example', ''],
    ['see https://bank.example', ''],
    ['bank.example', ''],
    ['https://', ''],
    ['', ''],
  ])('of the link %s is %s', (target, expected) => {
    expect(hostOf(target)).toBe(expected)
  })
})

describe('a look-alike', () => {
  test.each([
    ['аramex', 'aramex'],
    ['ａramex', 'aramex'],
    ['árámex', 'aramex'],
    ['g00g1e', 'google'],
    ['rnedequip', 'medequip'],
    ['vvestern', 'western'],
    ['clinic', 'dinic'],
    ['BANK', 'bank'],
    ['a3b5c8', 'aebscb'],
    ['bill', 'blll'],
  ])('%s looks like %s', (name, other) => {
    expect(skeletonOf(name)).toBe(skeletonOf(other))
  })

  test.each([
    ['aramexx', 'aramex', 'a letter more at the end'],
    ['saramex', 'aramex', 'a letter more at the beginning'],
    ['armex', 'aramex', 'a letter less'],
    ['arame', 'aramex', 'the last letter less'],
    ['arimex', 'aramex', 'another letter'],
    ['arazex', 'aramex', 'another letter in the midst'],
    ['armaex', 'aramex', 'two letters swapped'],
    ['aramxe', 'aramex', 'the last two letters swapped'],
    ['aramex-pay', 'aramex', 'a word behind'],
    ['secure-aramex', 'aramex', 'a word before'],
    ['0live', 'olive', 'a digit'],
    ['bаnk', 'bank', 'a letter of another script in a short name'],
    ['clinlc', 'clinic', 'a letter that looks the same'],
  ])('%s is one of %s: %s', (name, other) => {
    expect(lookalikeOf(`${name}.com`, [`${other}.com`])).toBeDefined()
  })

  test.each([
    ['aramex', 'aramex', 'the name itself'],
    ['armxe', 'aramex', 'a letter less and two swapped'],
    ['aramexes', 'aramex', 'two letters more'],
    ['arxxex', 'aramex', 'two other letters'],
    ['xramey', 'aramex', 'the first and the last letter'],
    ['maraex', 'aramex', 'a letter that moved'],
    ['bonk', 'bank', 'another letter in a short name'],
    ['bank-pay', 'bank', 'a word behind a short name'],
    ['ab1', 'abl', 'three letters'],
    ['aramexpay', 'aramex', 'a word behind without a hyphen'],
    ['raamexy', 'aramex', 'two letters swapped and one more'],
    ['supplier', 'aramex', 'another name'],
    ['', 'aramex', 'nothing'],
  ])('%s is none of %s: %s', (name, other) => {
    expect(lookalikeOf(`${name}.com`, [`${other}.com`])).toBeUndefined()
  })

  test.each([
    ['supplier.com.jo.pay.top', 'supplier.com.jo'],
    ['www.supplier.example.pay.top', 'supplier.example'],
  ])('%s holds %s before its own end', (host, other) => {
    expect(lookalikeOf(host, ['unlike.net', other])).toEqual({ other, likeness: 'sameLook' })
  })

  test.each([
    ['supplier.pay.top', 'supplier.example'],
    ['mysupplier.example.pay.top', 'supplier.example'],
    ['supplier.exampled.pay.top', 'supplier.example'],
  ])('%s does not hold %s', (host, other) => {
    expect(lookalikeOf(host, [other])).toBeUndefined()
  })
})

describe('a host is within a domain', () => {
  const domains = ['Supplier.Example', 'paper.com.jo']

  test.each(['supplier.example', 'a.b.supplier.example', 'www.paper.com.jo'])('%s', (host) => {
    expect(isWithin(host, domains)).toBe(true)
  })

  test.each([
    'mysupplier.example',
    'supplier.example.pay.top',
    'example',
    'com.jo',
    '',
    // Longer than the name of a host.
    `${'a.'.repeat(120)}supplier.example`,
  ])('not %s', (host) => {
    expect(isWithin(host, domains)).toBe(false)
    expect(isWithin(host, [])).toBe(false)
  })
})
