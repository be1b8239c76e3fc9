import { describe, expect, test } from 'vitest'
import {
  domainOf,
  hostOf,
  nameOf,
  registeredDomain,
  skeletonOf,
} from '../../../judge/read/domain.ts'

describe('a domain', { tags: ['A1284'] }, () => {
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

describe('a look-alike', { tags: ['A1284'] }, () => {
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
})
