import { describe, expect, test } from 'vitest'
import { latinSkeleton, mixesScripts } from '../../../contract/flags/look-alikes.ts'

describe('look-alike letters', () => {
  test.each([
    ['Admin', 'admin'],
    ['аdmіn', 'admin'],
    ['admın', 'admin'],
    ['ad\u200bmin', 'admin'],
    ['ad\u00admin', 'admin'],
    ['ａｄｍｉｎ', 'admin'],
    ['𝐚dmin', 'admin'],
    ['ΑΡΡ', 'app'],
    ['ВОВ', 'bob'],
    ['аррӏе.com', 'apple.com'],
    ['раураӏ', 'paypal'],
  ])('%j looks like %s', (text, skeleton) => {
    expect(latinSkeleton(text)).toBe(skeleton)
  })

  test.each(['josé', 'müller', 'أمان', '安全', 'omar1', "o'neill", 'дмитрий-64'])(
    '%s does not look like a basic Latin name',
    (text) => {
      if (/[^ -~]/.test(text)) expect(latinSkeleton(text)).not.toMatch(/^[ -~]*$/)
      else expect(latinSkeleton(text)).toBe(text)
    },
  )

  test.each([
    'admin',
    'josé-1',
    'дмитрий',
    'αθήνα',
    'أمان',
    '安全です',
    '보안',
    'bücher.example',
    '',
    '2026',
  ])('%j is written in one script', (text) => {
    expect(mixesScripts(text)).toBe(false)
  })

  test.each(['аdmin', 'αdmin', 'أمانa', 'раураl', '안全ア', 'ⵣⵓⵍ'])(
    '%s mixes scripts or is written in a rare one',
    (text) => {
      expect(mixesScripts(text)).toBe(true)
    },
  )
})
